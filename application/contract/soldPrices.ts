import { z } from 'zod';
import { PAINT_QUALITIES } from '#domain/catalogue/conditions.ts';
import { SOLD_GROUPS } from '#domain/listings/soldPrices.ts';
import { euros } from './common.ts';

/** GET /prices/sold: the game by its id or name. */
export const soldQuery = z
  .object({
    franchise: z.string({ error: 'Franchise is required' }).trim().min(1, 'Franchise is required').max(100),
    faction: z.string().trim().max(100).optional(),
    paintQuality: z.enum(PAINT_QUALITIES, { error: 'Paint quality is not one of the offered values' }).optional(),
  })
  .meta({ id: 'SoldQuery' });
export type SoldQuery = z.output<typeof soldQuery>;

/** Item prices, without fee and shipping, of sales in the last year that were released to the seller, with nothing refunded or charged back. */
export const soldPrices = z
  .object({
    /** Null for fewer than five sales, even in the whole game. */
    sold: z
      .object({
        /** The narrowest group with enough sales. */
        by: z.enum(SOLD_GROUPS),
        count: z.int(),
        least: euros,
        most: euros,
        /** The middle half is between these. */
        lower: euros,
        upper: euros,
      })
      .nullable(),
  })
  .meta({ id: 'SoldPrices' });
export type SoldPrices = z.infer<typeof soldPrices>['sold'];
