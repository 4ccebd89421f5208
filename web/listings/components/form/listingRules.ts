import { TOO_MANY_IMAGES } from '#application/contract/limits.ts';
import { listingFields } from '#application/contract/listings.ts';
import { validationMessage } from '#application/contract/validationMessage.ts';
import { MAX_IMAGES } from '#domain/listings/limits.ts';
import { RATES, rateFailure } from '../../../ui/rateRules.ts';
import type { ListingTexts } from './listingTexts.ts';
import { contradictsPaint } from './paint.ts';
import { unreadablePrice, withPriceRead } from './typedPrice.ts';

/** Form values as typed. */
export type ListingDraft = ListingTexts & {
  /** Rates count only if the listing has its own. */
  ownShipping: boolean;
  domesticRate: string;
  continentalRate: string;
};

export type Failure = {
  field: keyof ListingDraft | 'photos' | 'disclaimerAccepted' | 'paintMeant';
  message: string;
};

const firstOfEach = (failures: readonly Failure[]): Failure[] =>
  failures.filter(({ field }, place) => failures.findIndex((other) => other.field === field) === place);

/** Broken field rules, one per field, in the order of document 1, section 5, which the contract's schema follows. */
export const fieldFailures = (draft: ListingDraft & { paintMeant?: boolean }): Failure[] => {
  const issues = listingFields.safeParse(withPriceRead(draft), { error: validationMessage }).error?.issues ?? [];
  const failures = firstOfEach(issues.map(({ path, message }) => ({ field: path[0] as keyof ListingDraft, message })));
  if (contradictsPaint(draft) && !draft.paintMeant)
    failures.push({ field: 'paintMeant', message: 'Choose a paint quality, or confirm the contradiction' });
  if (draft.ownShipping)
    for (const field of RATES) {
      const message = rateFailure(draft[field]);
      if (message) failures.push({ field, message });
    }
  return failures.map((failure) =>
    failure.field === 'price' ? { ...failure, message: unreadablePrice(draft.price) ?? failure.message } : failure,
  );
};

type Draft = ListingDraft & { paintMeant?: boolean };
type Extras = { photos: readonly unknown[]; disclaimerRequired: boolean; disclaimerAccepted: boolean };

/** Rules for a published listing: fields, then photos. */
export const editFailures = (draft: Draft, extras: Pick<Extras, 'photos'>): Failure[] => {
  const failures = fieldFailures(draft);
  if (extras.photos.length === 0) failures.push({ field: 'photos', message: 'At least one image is required' });
  if (extras.photos.length > MAX_IMAGES) failures.push({ field: 'photos', message: TOO_MANY_IMAGES });
  return failures;
};

/** Rules for a new listing: fields, then photos, then the franchise's disclaimer. */
export const createFailures = (draft: Draft, extras: Extras): Failure[] => {
  const failures = editFailures(draft, extras);
  if (extras.disclaimerRequired && !extras.disclaimerAccepted)
    failures.push({
      field: 'disclaimerAccepted',
      message: 'You must accept the disclaimer for this franchise',
    });
  return failures;
};
