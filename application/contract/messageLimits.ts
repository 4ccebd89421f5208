import { inMegabytes, MEGABYTE } from './fileSizes.ts';

/** Document 1, sections 5 and 8. Without zod: a conversation is often somebody's first page. */
export const MAX_MESSAGE_LENGTH = 2000;
export const MESSAGE_TOO_LONG = `Message must be at most ${MAX_MESSAGE_LENGTH} characters`;
export const MAX_MESSAGE_IMAGE_BYTES = 2 * MEGABYTE;
export const MESSAGE_IMAGE_TOO_LARGE = `Image size should be less than ${inMegabytes(MAX_MESSAGE_IMAGE_BYTES)}`;
export const MESSAGES_PAGE_SIZE = 20;
export const LISTING_ID_REQUIRED = 'Listing ID is required';
