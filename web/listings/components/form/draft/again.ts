import type { Listing } from '#application/contract/listings.ts';
import { api } from '../../../../api/client.ts';
import { fileUrl } from '../../../../api/files.ts';
import { ownShippingOf } from '../editBodies.ts';
import { textsOf } from '../listingTexts.ts';
import { EMPTY_LISTING } from '../useListingForm.ts';
import type { KeptListing } from './keptListings.ts';

const photoOf = async ({ s3Key, original }: Listing['images'][number]): Promise<File> => {
  const answer = await fetch(fileUrl(s3Key, original));
  if (!answer.ok) throw new Error(`a photo of before is not there: ${answer.status}`);
  const content = await answer.blob();
  return new File([content], original, { type: content.type });
};

/**
 * Starts a new listing from an earlier one. Missing photos are skipped, and the disclaimer must be accepted again.
 */
export const soldBefore = async (id: string): Promise<KeptListing> => {
  const listing = await api.get<Listing>(`listings/${id}`);
  const photos = await Promise.allSettled(listing.images.map(photoOf));
  const { photos: _, ...empty } = EMPTY_LISTING;
  return {
    at: Date.now(),
    fields: { ...empty, ...textsOf(listing), ...ownShippingOf(listing), price: listing.price.toFixed(2) },
    files: photos.flatMap((photo) => (photo.status === 'fulfilled' ? [photo.value] : [])),
  };
};
