import { z } from 'zod';
import { PAINT_QUALITIES } from '#domain/catalogue/conditions.ts';
import { SOLD_GROUPS } from '#domain/listings/soldPrices.ts';
import { euros } from './common.ts';

/** GET /prices/sold: what is like an offer; the game by its id or its name. */
export const soldQuery = z
  .object({
    franchise: z.string({ error: 'Franchise is required' }).trim().min(1, 'Franchise is required').max(100),
    faction: z.string().trim().max(100).optional(),
    paintQuality: z.enum(PAINT_QUALITIES, { error: 'Paint quality is not one of the offered values' }).optional(),
  })
  .meta({ id: 'SoldQuery' });
export type SoldQuery = z.output<typeof soldQuery>;

/** Prices of the items, without fee and shipping, of sales of the last year that were released to their sellers and of which nothing was given back. */
export const soldPrices = z
  .object({
    /** Null where there are fewer than five, even of the whole game. */
    sold: z
      .object({
        /** The narrowest group of which there are enough. */
        by: z.enum(SOLD_GROUPS),
        count: z.int(),
        least: euros,
        most: euros,
        /** Half of them lie between these. */
        lower: euros,
        upper: euros,
      })
      .nullable(),
  })
  .meta({ id: 'SoldPrices' });
export type SoldPrices = z.infer<typeof soldPrices>['sold'];
