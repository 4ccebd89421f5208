import type { Listing } from '#application/contract/listings.ts';
import type { ListingForm } from './useListingForm.ts';

/** The ordinary save: the form's fields, status active (document 1, section 4). */
export const revisionBody = (draft: ListingForm) => {
  const { title, franchise, mainFaction, subfaction, condition, paintQuality, price, description } = draft;
  return {
    title,
    franchise,
    mainFaction,
    subfaction,
    condition,
    paintQuality,
    price,
    description,
    status: 'active',
    disclaimerAccepted: draft.disclaimerAccepted,
  };
};

/** The archive call leaves out franchise and disclaimerAccepted (document 1, section 7). */
export const archiveBody = (listing: Listing) => {
  const { title, price, condition, paintQuality, description, mainFaction, subfaction } = listing;
  return { title, price, condition, paintQuality, description, mainFaction, subfaction, status: 'archived' };
};
