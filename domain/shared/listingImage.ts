import { z } from 'zod';

/** A photo as stored: `original` and `thumbnail` are file names below `listings/{s3Key}/`. Sizes in CSS pixels of the original. */
export const listingImage = z.object({
  original: z.string(),
  thumbnail: z.string(),
  s3Key: z.string(),
  width: z.int(),
  height: z.int(),
});

export type ListingImage = z.infer<typeof listingImage>;
