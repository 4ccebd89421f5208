import type { AccountId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';

/** When an account was last signed in: in a table, since no event tells of a sign-in. */
export interface Activity {
  /** A day's precision is enough. Takes back a warning. */
  seen(account: AccountId, at: Instant): Promise<void>;
}

export type Inactive = { account: AccountId; lastSeenAt: Instant };

/** Neither closed nor suspended accounts that nobody signs in to; one that never was signed in to counts from its registration. */
export interface Inactivity {
  /** Not yet warned. */
  toWarn(notSeenSince: Instant, limit: number): Promise<Inactive[]>;
  markWarned(account: AccountId, at: Instant): Promise<void>;
  toDelete(notSeenSince: Instant, warnedBy: Instant, limit: number): Promise<Inactive[]>;
}
