import { inOwnWords } from '#application/contract/inOwnWords.ts';
import { listingFields } from '#application/contract/listings.ts';
import { MAX_IMAGES } from '#application/contract/photos.ts';
import { unreadablePrice, withPriceRead } from './typedPrice.ts';

/** What the form holds: everything as typed. */
export type ListingDraft = {
  title: string;
  franchise: string;
  mainFaction: string;
  subfaction: string;
  condition: string;
  paintQuality: string;
  price: string;
  description: string;
};

export type Failure = { field: keyof ListingDraft | 'photos' | 'disclaimerAccepted'; message: string };

const firstBrokenRule = (draft: ListingDraft): Failure | null => {
  const issue = listingFields.safeParse(withPriceRead(draft), { error: inOwnWords }).error?.issues[0];
  return issue ? { field: issue.path[0] as keyof ListingDraft, message: issue.message } : null;
};

/** The first broken rule of the fields, in the order of document 1, section 5; the contract's schema names them in that order. */
export const firstFieldFailure = (draft: ListingDraft): Failure | null => {
  const failure = firstBrokenRule(draft);
  const unreadable = failure?.field === 'price' ? unreadablePrice(draft.price) : undefined;
  return unreadable ? { field: 'price', message: unreadable } : failure;
};

type Extras = { photos: readonly unknown[]; disclaimerRequired: boolean; disclaimerAccepted: boolean };

/** The rules of a new listing: the fields, then its photos, then the franchise's disclaimer. */
export const firstCreateFailure = (draft: ListingDraft, extras: Extras): Failure | null => {
  const failure = firstFieldFailure(draft);
  if (failure) return failure;
  if (extras.photos.length === 0) return { field: 'photos', message: 'At least one image is required' };
  if (extras.photos.length > MAX_IMAGES) return { field: 'photos', message: `Maximum ${MAX_IMAGES} images allowed` };
  if (extras.disclaimerRequired && !extras.disclaimerAccepted)
    return { field: 'disclaimerAccepted', message: 'You must accept the disclaimer for this franchise' };
  return null;
};
