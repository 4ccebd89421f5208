import { fold } from '../shared/decider.ts';
import type { TransactionId } from '../shared/ids.ts';
import type { ListingEvent } from './events.ts';
import { listing } from './listing.ts';
import type { ListingState } from './state.ts';

/** The listing when this transaction reserved it. `changed`: the seller has changed words or photos since. */
export type SoldListing<Event> = { reserved: Event; state: ListingState; changed: boolean };

const CHANGES: ReadonlySet<ListingEvent['type']> = new Set(['ListingRevised', 'ListingPhotosChanged']);

/** Undefined if the history does not mention the transaction. */
export const soldListing = <Event extends ListingEvent>(
  history: readonly Event[],
  transaction: TransactionId,
): SoldListing<Event> | undefined => {
  const place = history.findIndex(({ data }) => 'transactionId' in data && data.transactionId === transaction);
  const reserved = history[place];
  if (!reserved) return undefined;
  const state = fold(listing, history.slice(0, place + 1));
  return { reserved, state, changed: history.slice(place + 1).some(({ type }) => CHANGES.has(type)) };
};
