import type { AccountId, Id } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';

/** Which conversations people have opened lately. */
export interface Openings {
  /**
   * Takes one of `most` places for a conversation among those taken after `since`, of many at once no more than there are; the same
   * conversation again has the place it has. `oldest`: when the first of the places was taken.
   */
  take(
    account: AccountId,
    conversation: Id,
    among: { at: Instant; since: Instant; most: number },
  ): Promise<{ taken: boolean; oldest: Instant }>;
}
