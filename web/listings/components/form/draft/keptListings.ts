import { keptForms } from '../../../../api/keptForms.ts';
import { currentSession } from '../../../../api/sessionStore.ts';
import type { Cropped } from '../../photos/photoRules.ts';
import type { ListingForm } from '../useListingForm.ts';

/** Typed and chosen values. Photos are kept as files, without their preview URLs. */
export type KeptListing = {
  at: number;
  fields: Omit<ListingForm, 'photos'>;
  files: File[];
  /** One per file; drafts from before cropping have none. */
  cropped?: (Cropped | undefined)[];
};

/** What was sent for publishing and under which id; `content` is a fingerprint. */
type SentListing = { content: string; commandId: string };

/** One draft per account and, when selling again, per earlier listing. */
export const draftKey = (from?: string): string => {
  const session = currentSession();
  const account = session.status === 'anonymous' ? '' : session.user._id;
  return from ? `${account}:${from}` : account;
};

export const keptListings = keptForms<KeptListing>();

/** Sent but unanswered, by draft key. */
export const sentListings = keptForms<SentListing>();
export const sentKey = (key: string): string => `${key}#sent`;
