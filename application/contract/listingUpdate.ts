import { z } from 'zod';
import { id } from './common.ts';
import { archiveListing, reviseListing } from './listings.ts';

/** PUT /listings/{id}: which of the two it is stands in `status`; `sold` is not a client's to say. */
export const listingUpdate = z
  .discriminatedUnion('status', [archiveListing, reviseListing], {
    error: 'Status must be active or archived',
  })
  .meta({
    id: 'ListingUpdate',
    // OpenAPI wants a discriminator in every branch; here `status` may be left out of one
    override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
      jsonSchema.anyOf = jsonSchema.oneOf;
      delete jsonSchema.oneOf;
      delete jsonSchema.discriminator;
    },
  });

/** POST /listings/{id}/photos, the text part beside `images`: all photos from now on, by their `s3Key`, or `new` for the next one of `images`. */
export const photoOrder = z
  .object({
    order: z
      .string({ error: 'The order of the photos is required' })
      .max(2_000)
      .transform((list) =>
        list
          .split(',')
          .map((key) => key.trim())
          .filter(Boolean),
      )
      .meta({
        description:
          'All photos from now on, between commas: the `s3Key` of one that stays, or `new` for the next file of `images`',
      }),
  })
  .meta({ id: 'PhotoOrder' });

export const listingChanged = z
  .object({ success: z.literal(true), message: z.string(), _id: id, id })
  .meta({ id: 'ListingChanged' });
