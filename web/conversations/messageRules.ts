import type { ConversationMessage } from '#application/contract/conversations.ts';
import {
  isImageType,
  MAX_MESSAGE_IMAGE_BYTES,
  MESSAGE_IMAGE_TOO_LARGE,
  MESSAGE_TOO_LONG,
  WRONG_IMAGE_TYPE,
} from '#application/contract/limits.ts';
import { MAX_MESSAGE_LENGTH } from '#domain/conversations/limits.ts';
import { partsOf } from './conversationId.ts';

export type Draft = { text: string; image: File | null };

/** Needs text or an image; whitespace alone does not count. */
export const isEmpty = ({ text, image }: Draft): boolean => text.trim() === '' && !image;

export const textFailure = (text: string): string | null =>
  text.trim().length > MAX_MESSAGE_LENGTH ? MESSAGE_TOO_LONG : null;

export const imageFailure = ({ type, size }: Pick<File, 'type' | 'size'>): string | null => {
  if (!isImageType(type)) return WRONG_IMAGE_TYPE;
  return size > MAX_MESSAGE_IMAGE_BYTES ? MESSAGE_IMAGE_TOO_LARGE : null;
};

export type Addressed = { recipientId: string; listingId: string };
type Outcome = { to: Addressed; failure?: undefined } | { to?: undefined; failure: string };

/** Buyer and seller; sellers do not ask about their own listing, but answer. */
export const addressed = (viewer: string, to: Partial<Addressed>, seller?: string): Outcome => {
  const { recipientId, listingId } = to;
  if (!recipientId || !listingId) return { failure: 'Missing recipient or listing information' };
  if (recipientId !== viewer) return { to: { recipientId, listingId } };
  return {
    failure:
      seller === viewer
        ? 'You cannot message yourself about your own listing'
        : 'You cannot send a message to yourself',
  };
};

type Loaded = readonly Pick<ConversationMessage, 'listing'>[];

/**
 * The recipient of the next message: from the loaded messages, or from the id before the first one (document 1,
 * section 5).
 */
export const recipientIn = (viewer: string, conversationId: string | undefined, messages: Loaded): Outcome => {
  if (!conversationId) return { failure: 'No valid conversation context found' };
  const parts = partsOf(conversationId);
  const [first] = messages;
  if (!first) return addressed(viewer, parts);
  const listingId = first.listing?._id;
  const seller = first.listing?.seller?._id;
  if (!listingId || !seller) return { failure: 'Invalid listing data in message' };
  return addressed(viewer, { recipientId: seller === viewer ? parts.recipientId : seller, listingId }, seller);
};
