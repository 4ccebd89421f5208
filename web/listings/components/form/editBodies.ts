import type { Listing } from '#application/contract/listings.ts';
import { ratesOf } from '../../../ui/rateRules.ts';
import { textsOf } from './listingTexts.ts';
import type { ListingForm } from './useListingForm.ts';

/** The listing's own rates as the form holds them. */
export const ownShippingOf = ({ shipping }: Pick<Listing, 'shipping'>) => ({
  ownShipping: shipping.own,
  domesticRate: shipping.own ? shipping.domestic.toFixed(2) : '',
  continentalRate: shipping.own ? shipping.continental.toFixed(2) : '',
});

/**
 * An ordinary save: the form's fields with status active (document 1, section 4). Shipping is sent only if the
 * listing has or had own rates.
 */
export const revisionBody = (draft: ListingForm, { shipping }: Pick<Listing, 'shipping'>) => ({
  ...textsOf(draft),
  status: 'active',
  disclaimerAccepted: draft.disclaimerAccepted,
  ...(draft.ownShipping ? { shippingRates: ratesOf(draft) } : shipping.own && { shippingRates: null }),
});

/** The archive call omits franchise and disclaimerAccepted (document 1, section 7). */
export const archiveBody = (listing: Listing) => {
  const { franchise: _, ...texts } = textsOf(listing);
  return { ...texts, status: 'archived' };
};
