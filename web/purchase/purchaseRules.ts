import type { Listing } from '#application/contract/listings.ts';

type Candidate = Partial<Pick<Listing, '_id' | 'price'>> & { seller?: Partial<Listing['seller']> | undefined };

/** Why this listing cannot be bought by this viewer, in the order of document 1, section 5; null when it can. */
export const purchaseFailure = (listing: Candidate, viewerId: string | undefined): string | null => {
  if (!listing._id || !listing.price) return 'Invalid listing data';
  if (!listing.seller?._id) return 'Invalid seller information';
  if (listing.seller._id === viewerId) return 'You cannot purchase your own listing';
  return null;
};
