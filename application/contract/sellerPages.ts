import { z } from 'zod';
import { id, paging, timestamp } from './common.ts';
import { listing } from './listings.ts';

const SELLER_PAGE_SIZE = 12;

/** Defined in domain/accounts/sellerFigures.ts. */
const sellerFigures = z
  .object({
    sold: z.int(),
    /** Median of the answered ones; null for fewer than five. */
    response: z.object({ minutes: z.int(), answered: z.int(), begun: z.int() }).nullable(),
    /** Median; null for fewer than five. */
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
    /** The sum of the stars. */
    reputation: z.int(),
    ratingCount: z.int(),
    joinDate: timestamp,
    /** The country of their items. */
    country: z.string(),
    figures: sellerFigures,
  })
  .meta({ id: 'SellerPage' });
export type SellerPage = z.infer<typeof sellerPage>;

export const sellerOffersQuery = z.object(paging(SELLER_PAGE_SIZE)).meta({ id: 'SellerOffersQuery' });

/** GET /sellers/{id}/listings: active listings, newest first; empty after the last page. */
export const sellerOffers = z
  .object({ listings: z.array(listing), total: z.int(), currentPage: z.int(), hasMore: z.boolean() })
  .meta({ id: 'SellerOffers' });
export type SellerOffers = z.infer<typeof sellerOffers>;

/** GET /listings/{id}/around: some listings of the same seller, newest first, and similar ones of others, closest first. */
export const aroundListing = z
  .object({ ofSeller: z.array(listing), similar: z.array(listing) })
  .meta({ id: 'AroundListing' });
export type AroundListing = z.infer<typeof aroundListing>;
