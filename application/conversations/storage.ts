import type { AccountId, Id } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';

/** The conversations that an account has opened recently. */
export interface Openings {
  /**
   * Atomically takes one of `most` places among those taken after `since`. A repeated conversation keeps its
   * place. `oldest`: when the first place was taken.
   */
  take(
    account: AccountId,
    conversation: Id,
    among: { at: Instant; since: Instant; most: number },
  ): Promise<{ taken: boolean; oldest: Instant }>;
}
