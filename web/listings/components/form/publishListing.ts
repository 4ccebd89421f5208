import { api } from '../../../api/client.ts';
import { newCommandId } from '../../../api/commandId.ts';
import { isRefused } from '../../../api/isRefused.ts';
import { ratesOf } from '../../../ui/rateRules.ts';
import { filesOf } from '../photos/photoRules.ts';
import { progressOfEach } from '../photos/uploadProgress.ts';
import { draftKey, keptListings, sentKey, sentListings } from './draft/keptListings.ts';
import { TEXT_FIELDS } from './listingTexts.ts';
import type { ListingForm } from './useListingForm.ts';

/** The multipart body of POST /listings. Photos go in order; the first is the cover. */
export const multipartOf = (form: ListingForm): FormData => {
  const body = new FormData();
  for (const name of TEXT_FIELDS) body.append(name, form[name]);
  if (form.ownShipping) body.append('shippingRates', JSON.stringify(ratesOf(form)));
  body.append('disclaimerAccepted', String(form.disclaimerAccepted));
  for (const file of filesOf(form.photos)) body.append('images', file, file.name);
  return body;
};

const contentOf = (form: ListingForm): string =>
  JSON.stringify([
    ...TEXT_FIELDS.map((name) => form[name]),
    form.ownShipping && ratesOf(form),
    ...filesOf(form.photos).map(({ name, size, lastModified }) => [name, size, lastModified]),
  ]);

/**
 * Reuses the id of an unanswered attempt with the same content: if that attempt arrived, a second listing would sell
 * the figure twice.
 */
const commandIdOf = async (key: string, content: string): Promise<string> => {
  const before = await sentListings.read(key);
  if (before?.content === content) return before.commandId;
  const commandId = newCommandId();
  await sentListings.keep(key, { content, commandId });
  return commandId;
};

/** `onProgress` gets each photo's progress, 0 to 1. The draft is deleted afterwards. */
export const publishListing = async (
  form: ListingForm,
  onProgress: (each: number[]) => void,
  from?: string,
): Promise<void> => {
  const sizes = filesOf(form.photos).map(({ size }) => size);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const key = draftKey(from);
  const sent = sentKey(key);
  const forgetSent = () => sentListings.drop(sent).catch(() => undefined);
  const commandId = await commandIdOf(sent, contentOf(form)).catch(newCommandId);
  try {
    await api.upload('listings', multipartOf(form), {
      commandId,
      onProgress: (share) => onProgress(progressOfEach(sizes, share * total)),
    });
  } catch (error) {
    if (isRefused(error)) await forgetSent();
    throw error;
  }
  await keptListings.drop(key).catch(() => undefined);
  await forgetSent();
};
