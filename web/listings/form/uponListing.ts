import type { Listing } from '#application/contract/listings.ts';
import { toKept } from '../photos/photoRules.ts';
import { ownShippingOf } from './editBodies.ts';
import { EMPTY_LISTING, type ListingForm } from './useListingForm.ts';

/** A listing as the form holds it. */
export const formOf = (listing: Listing): ListingForm => ({
  ...EMPTY_LISTING,
  ...listing,
  ...ownShippingOf(listing),
  price: listing.price.toFixed(2),
  photos: listing.images.map(toKept),
});

/** What is chosen by what another of them says. */
const TOGETHER: readonly (readonly (keyof ListingForm)[])[] = [
  ['title'],
  ['franchise', 'mainFaction', 'subfaction'],
  ['condition', 'paintQuality'],
  ['price'],
  ['description'],
  ['ownShipping', 'domesticRate', 'continentalRate'],
];

/** What somebody has changed in the form stands; the rest is what the listing says by now. */
export const uponListing = (
  draft: ListingForm,
  changed: Partial<Record<keyof ListingForm, unknown>>,
  listing: Listing,
): ListingForm => {
  const stored = formOf(listing);
  const untouched = TOGETHER.filter((fields) => fields.every((field) => !changed[field])).flat();
  return { ...draft, ...Object.fromEntries(untouched.map((field) => [field, stored[field]])) };
};
