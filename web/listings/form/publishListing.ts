import { api } from '../../api/client.ts';
import { ratesOf } from '../../ui/rateRules.ts';
import { filesOf } from '../photos/photoRules.ts';
import { progressOfEach } from '../photos/uploadProgress.ts';
import { draftKey, keptListings } from './draft/keptListings.ts';
import type { ListingForm } from './useListingForm.ts';

const TEXTS = [
  'title',
  'franchise',
  'condition',
  'paintQuality',
  'price',
  'description',
  'mainFaction',
  'subfaction',
] as const;

/** The multipart body of POST /listings; the photos go in their order, the first is the cover. */
export const multipartOf = (form: ListingForm): FormData => {
  const body = new FormData();
  for (const name of TEXTS) body.append(name, form[name]);
  if (form.ownShipping) body.append('shippingRates', JSON.stringify(ratesOf(form)));
  body.append('disclaimerAccepted', String(form.disclaimerAccepted));
  for (const file of filesOf(form.photos)) body.append('images', file, file.name);
  return body;
};

/** `onProgress` hears how far each photo has been sent, 0 to 1 each. What was kept of it, `from` another listing or not, goes then. */
export const publishListing = async (
  form: ListingForm,
  onProgress: (each: number[]) => void,
  from?: string,
): Promise<void> => {
  const sizes = filesOf(form.photos).map(({ size }) => size);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  await api.upload('listings', multipartOf(form), {
    onProgress: (share) => onProgress(progressOfEach(sizes, share * total)),
  });
  await keptListings.drop(draftKey(from)).catch(() => undefined);
};
