import type { Listing } from '#application/contract/listings.ts';
import type { TransactionView } from '#application/contract/transactions.ts';

type Candidate = Partial<Pick<Listing, '_id' | 'price'>> & { seller?: Partial<Listing['seller']> | undefined };

/** Why the viewer cannot buy this listing, checked in the order of document 1, section 5; null if they can. */
export const purchaseFailure = (listing: Candidate, viewerId: string | undefined): string | null => {
  if (!listing._id || !listing.price) return 'Invalid listing data';
  if (!listing.seller?._id) return 'Invalid seller information';
  if (listing.seller._id === viewerId) return 'You cannot purchase your own listing';
  return null;
};

type Begun = Pick<TransactionView, 'allowed' | 'status' | 'deadlines'>;

/** Why a started purchase takes no address; undefined while it does. Its window can be over before the purchase ends. */
export const endOfPurchase = ({ allowed, status, deadlines }: Begun): string | undefined => {
  if (allowed.includes('SetShipping')) return undefined;
  return status === 'CANCELLED' || deadlines.some(({ kind }) => kind === 'paymentWindow')
    ? 'This purchase has ended: it was cancelled, or the time to pay is over.'
    : 'This purchase is paid, or being paid: its address can no longer change.';
};
