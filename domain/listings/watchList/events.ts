import { type EventOf, fact, personal } from '../../shared/events.ts';
import { id } from '../../shared/ids.ts';
import { cents } from '../../shared/money.ts';

/** Stream `watching-{accountId}`: what somebody watches is theirs to know, and goes with their key. */
export const watchListEvents = {
  /** `price`: what it cost then. */
  ListingWatched: fact({ listingId: personal(id), price: cents }),
  ListingUnwatched: fact({ listingId: personal(id) }),
} as const;

export type WatchListEvent = EventOf<typeof watchListEvents>;
