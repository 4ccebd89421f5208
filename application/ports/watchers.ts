import type { AccountId, ListingId } from '#domain/shared/ids.ts';
import type { Position } from './eventStore.ts';

export interface Watchers {
  /** Who watches a listing, with everything up to `position` counted. @throws when that cannot be known yet */
  of(listing: ListingId, position: Position): Promise<AccountId[]>;
}
