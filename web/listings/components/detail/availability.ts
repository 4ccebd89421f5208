import type { Listing } from '#application/contract/listings.ts';
import { SELLER_AWAY } from '#domain/listings/away.ts';
import { serverNow } from '../../../api/serverTime.ts';

/** Why the reader cannot buy it now; null when they can. */
export const notForSale = (listing: Pick<Listing, 'status' | 'reserved' | 'sellerAway' | 'notYet'>): string | null => {
  if (listing.status === 'sold') return 'This miniature has been sold.';
  if (listing.status === 'archived') return 'This listing is no longer for sale.';
  if (listing.reserved) return 'This is reserved for a buyer. It becomes available again if they do not pay in time.';
  if (listing.sellerAway) return `${SELLER_AWAY}.`;
  const { notYet } = listing;
  const over = notYet?.possibleAt !== undefined && Date.parse(notYet.possibleAt) <= serverNow();
  return notYet && !over ? notYet.message : null;
};
