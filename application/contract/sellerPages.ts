import { z } from 'zod';
import { id, paging, timestamp } from './common.ts';
import { listing } from './listings.ts';

const OFFERED_AT_ONCE = 12;

/** What each counts: domain/accounts/sellerFigures.ts. */
const sellerFigures = z
  .object({
    sold: z.int(),
    /** Median of those that were answered; null of fewer than five. */
    response: z.object({ minutes: z.int(), answered: z.int(), begun: z.int() }).nullable(),
    /** Median; null of fewer than five. */
    shipsIn: z.object({ businessDays: z.int(), shipments: z.int() }).nullable(),
    disputes: z.object({ lost: z.int(), paid: z.int() }),
  })
  .meta({ id: 'SellerFigures' });
export type SellerFigures = z.infer<typeof sellerFigures>;

/** GET /sellers/{id} */
export const sellerPage = z
  .object({
    _id: id,
    username: z.string(),
    /** The sum of their stars. */
    reputation: z.int(),
    ratingCount: z.int(),
    joinDate: timestamp,
    /** Where what they offer lies. */
    country: z.string(),
    figures: sellerFigures,
  })
  .meta({ id: 'SellerPage' });
export type SellerPage = z.infer<typeof sellerPage>;

export const sellerOffersQuery = z.object(paging(OFFERED_AT_ONCE)).meta({ id: 'SellerOffersQuery' });

/** GET /sellers/{id}/listings: what they have on offer, newest first; beyond the last page it is empty. */
export const sellerOffers = z
  .object({ listings: z.array(listing), total: z.int(), currentPage: z.int(), hasMore: z.boolean() })
  .meta({ id: 'SellerOffers' });
export type SellerOffers = z.infer<typeof sellerOffers>;

/** GET /listings/{id}/around: a few of what its seller also offers, newest first, and of what others offer that is like it, the nearest first. */
export const aroundListing = z
  .object({ ofSeller: z.array(listing), similar: z.array(listing) })
  .meta({ id: 'AroundListing' });
export type AroundListing = z.infer<typeof aroundListing>;
