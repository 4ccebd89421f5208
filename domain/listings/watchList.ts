import type { Actor } from '../shared/actor.ts';
import { type Decider, type Result, record, reject } from '../shared/decider.ts';
import { type EventOf, firstVersion, personal } from '../shared/events.ts';
import { type AccountId, id, type ListingId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import { type Cents, cents } from '../shared/money.ts';

/** Watched listings per account. */
export const MOST_WATCHED = 200;
/** The number of watchers is shown from here on: a single watcher could be identified. */
export const WATCHERS_TOLD_FROM = 2;

/** Stream `watching-{accountId}`. Encrypted under its owner's key. */
export const watchListEvents = {
  /** `price`: what it cost then. */
  ListingWatched: firstVersion({ listingId: personal(id), price: cents }),
  ListingUnwatched: firstVersion({ listingId: personal(id) }),
} as const;

export type WatchListEvent = EventOf<typeof watchListEvents>;

/** When each listing was added, and its price then. */
export type WatchList = Readonly<Record<ListingId, { at: Instant; price: Cents }>>;

export type WatchListCommand =
  /** `listing`: its current state. */
  | {
      type: 'WatchListing';
      at: Instant;
      by: Actor;
      listingId: ListingId;
      listing: {
        status: 'none' | 'active' | 'sold' | 'archived';
        removed: boolean;
        sellerId: AccountId;
        price: Cents;
      };
    }
  | { type: 'UnwatchListing'; at: Instant; by: Actor; listingId: ListingId };

export type WatchListRejection = {
  code: 'listingNotFound' | 'ownListingWatched' | 'listingNotAvailable' | 'tooManyWatched';
};

/** `hasOwn`: an id could be a name that every object inherits. */
export const isWatched = (watchList: WatchList, listingId: ListingId): boolean => Object.hasOwn(watchList, listingId);

const watch = (
  { at, by, listingId, listing }: Extract<WatchListCommand, { type: 'WatchListing' }>,
  watchList: WatchList,
): Result<WatchListEvent[], WatchListRejection> => {
  if (isWatched(watchList, listingId)) return record();
  if (listing.status === 'none' || listing.removed) return reject({ code: 'listingNotFound' });
  if (listing.sellerId === by.id) return reject({ code: 'ownListingWatched' });
  if (listing.status === 'archived') return reject({ code: 'listingNotFound' });
  if (listing.status !== 'active') return reject({ code: 'listingNotAvailable' });
  if (Object.keys(watchList).length >= MOST_WATCHED) return reject({ code: 'tooManyWatched' });
  return record({ type: 'ListingWatched', data: { at, listingId, price: listing.price } });
};

/** The watch list of one account. Each listing is on it once. */
export const watchList: Decider<WatchListCommand, WatchListEvent, WatchList, WatchListRejection> = {
  initial: {},
  evolve: (state, { type, data }) => {
    if (data.listingId === null) return state;
    const { [data.listingId]: _, ...others } = state;
    if (type === 'ListingUnwatched') return others;
    return { ...others, [data.listingId]: { at: data.at, price: data.price } };
  },
  decide: (command, state) => {
    if (command.type === 'WatchListing') return watch(command, state);
    const { at, listingId } = command;
    return isWatched(state, listingId) ? record({ type: 'ListingUnwatched', data: { at, listingId } }) : record();
  },
};
