import type { AccountId, ListingId, TransactionId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';

export type DueErasure = { account: AccountId; eraseAt: Instant };

/** What the erasure of accounts needs to know and to clean, beside events. */
export interface Erasure {
  /** Accounts whose 30 days of pending deletion are over, in the order of their time; `beyond`: only those behind it. */
  due(now: Instant, limit: number, beyond?: DueErasure): Promise<DueErasure[]>;
  /** Sales with money in them, or with some that the account is still owed: erasure waits for their end. */
  openSalesOf(account: AccountId): Promise<number>;
  activeListingsOf(account: AccountId): Promise<ListingId[]>;
  /** Where it sells, and the buyer has not paid. */
  unpaidSalesOf(account: AccountId): Promise<TransactionId[]>;
  /** All that it has ever offered, those that staff removed among them. */
  listingsOf(account: AccountId): Promise<ListingId[]>;
  /** Password, one-time tokens, sessions. */
  forgetSignIn(account: AccountId): Promise<void>;
  /** The pictures that it has sent; what it wrote is cleared by the read model itself. */
  forgetMessageImages(account: AccountId): Promise<void>;
  /** After it the account's personal data reads as null everywhere, its events included. */
  eraseKey(account: AccountId): Promise<void>;
}
