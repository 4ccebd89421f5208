import type { Listing } from '#application/contract/listings.ts';
import type { TransactionView } from '#application/contract/transactions.ts';

type Candidate = Partial<Pick<Listing, '_id' | 'price'>> & { seller?: Partial<Listing['seller']> | undefined };

/** Why this listing cannot be bought by this viewer, in the order of document 1, section 5; null when it can. */
export const purchaseFailure = (listing: Candidate, viewerId: string | undefined): string | null => {
  if (!listing._id || !listing.price) return 'Invalid listing data';
  if (!listing.seller?._id) return 'Invalid seller information';
  if (listing.seller._id === viewerId) return 'You cannot purchase your own listing';
  return null;
};

type Begun = Pick<TransactionView, 'allowed' | 'status' | 'deadlines'>;

/** Why a purchase that was begun takes no address any more; undefined as long as it does. Its window may be over before it has been ended. */
export const endOfPurchase = ({ allowed, status, deadlines }: Begun): string | undefined => {
  if (allowed.includes('SetShipping')) return undefined;
  return status === 'CANCELLED' || deadlines.some(({ kind }) => kind === 'paymentWindow')
    ? 'This purchase has ended: it was cancelled, or the time to pay is over.'
    : 'This purchase is paid, or being paid: its address can no longer change.';
};
