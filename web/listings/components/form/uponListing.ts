import type { Listing } from '#application/contract/listings.ts';
import { toKept } from '../photos/photoRules.ts';
import { ownShippingOf } from './editBodies.ts';
import { TEXT_FIELDS } from './listingTexts.ts';
import { EMPTY_LISTING, type ListingForm } from './useListingForm.ts';

/** A listing as form values. */
export const formOf = (listing: Listing): ListingForm => ({
  ...EMPTY_LISTING,
  ...listing,
  ...ownShippingOf(listing),
  price: listing.price.toFixed(2),
  photos: listing.images.map(toKept),
});

/** Fields that depend on each other. */
const TOGETHER: readonly (readonly (keyof ListingForm)[])[] = [
  ['franchise', 'mainFaction', 'subfaction'],
  ['condition', 'paintQuality'],
  ['ownShipping', 'domesticRate', 'continentalRate'],
];
const GROUPS = [
  ...TOGETHER,
  ...TEXT_FIELDS.filter((field) => !TOGETHER.flat().includes(field)).map((field) => [field]),
];

/** Keeps the user's changes and takes everything else from the current listing. */
export const uponListing = (
  draft: ListingForm,
  changed: Partial<Record<keyof ListingForm, unknown>>,
  listing: Listing,
): ListingForm => {
  const stored = formOf(listing);
  const untouched = GROUPS.filter((fields) => fields.every((field) => !changed[field])).flat();
  return { ...draft, ...Object.fromEntries(untouched.map((field) => [field, stored[field]])) };
};
