import { z } from 'zod';
import { euros, id, timestamp } from './common.ts';
import { listing } from './listings.ts';

export const watchedListing = z
  .object({
    listingId: id,
    watchedAt: timestamp,
    priceThen: euros,
    /** Null once removed from the market. */
    listing: listing.nullable(),
  })
  .meta({ id: 'WatchedListing' });
export type WatchedListing = z.infer<typeof watchedListing>;

/** GET user/watching: newest first. */
export const watchList = z
  .object({
    watched: z.array(watchedListing),
    /** The maximum per account. */
    most: z.int(),
  })
  .meta({ id: 'WatchList' });
export type WatchList = z.infer<typeof watchList>;

/** GET user/watching/ids */
export const watchedIds = z.object({ listings: z.array(id) }).meta({ id: 'WatchedIds' });
export type WatchedIds = z.infer<typeof watchedIds>;
