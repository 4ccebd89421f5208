import { keptForms } from '../../../api/keptForms.ts';
import { currentSession } from '../../../api/sessionStore.ts';
import type { Cropped } from '../../photos/photoRules.ts';
import type { ListingForm } from '../useListingForm.ts';

/** What was typed and chosen. Photos go as files: what shows them belongs to the page. */
export type KeptListing = {
  at: number;
  fields: Omit<ListingForm, 'photos'>;
  files: File[];
  /** Of each file; a draft of before there was cropping has none. */
  cropped?: (Cropped | undefined)[];
};

/** What was sent to be published, and under which id; `content` tells one from another. */
type SentListing = { content: string; commandId: string };

/** One for each account and, where a listing is to be sold again, for that. */
export const draftKey = (from?: string): string => {
  const session = currentSession();
  const account = session.status === 'anonymous' ? '' : session.user._id;
  return from ? `${account}:${from}` : account;
};

export const keptListings = keptForms<KeptListing>();

/** What was sent and not answered yet, by the key of its draft. */
export const sentListings = keptForms<SentListing>();
export const sentKey = (key: string): string => `${key}#sent`;
