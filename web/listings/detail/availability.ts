import type { Listing } from '#application/contract/listings.ts';
import { TERMS } from '#domain/transactions/termWords.ts';

/** Why nobody can buy it now; null when somebody can. */
export const notForSale = (listing: Pick<Listing, 'status' | 'reserved'>): string | null => {
  if (listing.status === 'sold') return 'This miniature has been sold.';
  if (listing.status === 'archived') return 'This listing is no longer for sale.';
  if (listing.reserved)
    return `Somebody is buying this right now. It is open again if they do not pay within ${TERMS.paymentWindow}.`;
  return null;
};
