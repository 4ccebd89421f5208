import { z } from 'zod';
import { id } from './common.ts';
import { archiveListing, reviseListing } from './listings.ts';

/** PUT /listings/{id}: which of the two it is stands in `status`; `sold` is not a client's to say. */
export const listingUpdate = z
  .discriminatedUnion('status', [archiveListing, reviseListing], {
    error: 'Status must be active or archived',
  })
  .meta({ id: 'ListingUpdate' });

export const listingChanged = z
  .object({ success: z.literal(true), message: z.string(), _id: id, id })
  .meta({ id: 'ListingChanged' });
