import type { AccountId } from '#domain/shared/ids.ts';

/** Who holds the role of an admin. */
export interface Admins {
  /**
   * Does `work` while nobody else does such work: two admins who take the role from each other at once would leave none.
   * `holders` may be behind what the accounts' own histories say.
   */
  oneAtATime<Value>(work: (holders: readonly AccountId[]) => Promise<Value>): Promise<Value>;
}
