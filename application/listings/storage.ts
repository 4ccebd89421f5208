import type { Offer } from '#domain/listings/commands.ts';
import type { AccountId, Id, ListingId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { Cents } from '#domain/shared/money.ts';
import type { SearchesStillFinding } from '../notifications/emails/searchNews.ts';
import type { Position } from '../ports/eventStore.ts';

/** What has happened to a listing: `former` is what it said before, where it was on the market already. */
export type Offered = { listing: ListingId; former: Offer | undefined; at: Instant; position: Position };

/** `price`: what it costs now. */
export type Answered = { price: Cents; found: readonly { account: AccountId; searches: readonly Id[] }[] };

export interface SavedSearches extends SearchesStillFinding {
  /**
   * Whose saved searches find the listing as it stands, and did not as it stood before, with everything up to `position` counted. Not its
   * seller's, nor those of anybody who has blocked them or whom they have; nor a search that was saved later.
   * @throws when that cannot be known yet
   */
  answeredBy(offered: Offered): Promise<Answered>;
}

export interface Watchers {
  /** Who watches a listing, with everything up to `position` counted. @throws when that cannot be known yet */
  of(listing: ListingId, position: Position): Promise<AccountId[]>;
}
