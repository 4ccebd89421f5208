import type { Offer } from '#domain/listings/commands.ts';
import type { AccountId, Id, ListingId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { Cents } from '#domain/shared/money.ts';
import type { SearchesStillFinding } from '../notifications/emails/searchNews.ts';
import type { Position } from '../ports/eventStore.ts';

/** A change of a listing. `former`: its earlier details, if it was already on the market. */
export type Offered = { listing: ListingId; former: Offer | undefined; at: Instant; position: Position };

/** `price`: the current price. */
export type Answered = { price: Cents; found: readonly { account: AccountId; searches: readonly Id[] }[] };

export interface SavedSearches extends SearchesStillFinding {
  /**
   * The saved searches that match the listing now but did not match before, with everything up to `position`
   * counted. Excludes the seller's own, those of accounts that block or are blocked by the seller, and searches
   * saved later. @throws when the read model is not there yet
   */
  answeredBy(offered: Offered): Promise<Answered>;
}

export interface Watchers {
  /** Who watches a listing, with everything up to `position` counted. @throws when the read model is not there yet */
  of(listing: ListingId, position: Position): Promise<AccountId[]>;
}
