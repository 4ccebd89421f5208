import { HIGHEST_RATE_TERM } from '#domain/accounts/shippingRateLimits.ts';
import { MAX_MESSAGE_LENGTH } from '#domain/conversations/limits.ts';
import { MAX_IMAGES } from '#domain/listings/limits.ts';

/** Limits and their messages, shared by the schemas and the browser. No zod here: it is heavier than most pages. */

export const MEGABYTE = 1024 * 1024;

/** `5MB`, the notation of document 1, section 5. */
export const inMegabytes = (bytes: number): string => `${Math.floor(bytes / MEGABYTE)}MB`;

export const fileTooLarge = (most: number): string => `File is too large. Maximum size is ${inMegabytes(most)}.`;

// ── photos ──
export const MAX_IMAGE_BYTES = 5 * MEGABYTE;
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const isImageType = (type: string): boolean => (IMAGE_TYPES as readonly string[]).includes(type);
export const WRONG_IMAGE_TYPE = 'Invalid file type. Only JPEG, PNG and WebP are allowed.';
export const UNREADABLE_IMAGE = 'We cannot read this file as a picture.';
export const IMAGE_TOO_LARGE = fileTooLarge(MAX_IMAGE_BYTES);
/** The limit counts pixels: a small file can hold a huge picture. */
export const TOO_MANY_PIXELS = 'This picture has too many pixels. Please make it smaller.';
export const TOO_MANY_IMAGES = `Maximum ${MAX_IMAGES} images allowed`;

// ── evidence of a claim, an answer or a return ──
export const MAX_EVIDENCE = 10;
export const TOO_MUCH_EVIDENCE = `At most ${MAX_EVIDENCE} pieces of evidence`;

// ── messages (document 1, sections 5 and 8) ──
export const MESSAGE_TOO_LONG = `Message must be at most ${MAX_MESSAGE_LENGTH} characters`;
export const MAX_MESSAGE_IMAGE_BYTES = 2 * MEGABYTE;
export const MESSAGE_IMAGE_TOO_LARGE = `Image size should be less than ${inMegabytes(MAX_MESSAGE_IMAGE_BYTES)}`;
export const MESSAGES_PAGE_SIZE = 20;
export const LISTING_ID_REQUIRED = 'Listing ID is required';

// ── shipping rates ──
export const RATE_TOO_HIGH = `Shipping rates cannot exceed ${HIGHEST_RATE_TERM}`;
export const RATE_NEGATIVE = 'Shipping rates cannot be negative';

// ── saved views of staff and auditors ──
export const VIEWED_LISTS = ['cases', 'events'] as const;
export type ViewedList = (typeof VIEWED_LISTS)[number];
/** For each list of a person. */
export const MAX_VIEWS = 20;
export const MAX_VIEW_NAME = 40;
/** Of the address that a view keeps; a search over events has at most 500 characters, up to nine each in an address. */
export const MAX_QUERY_LENGTH = 5_000;
export const VIEW_NAME_REQUIRED = 'A name is required';

// ── decisions of staff ──
export const RATIONALE_REQUIRED = 'A rationale is required';
export const REFERENCE_REQUIRED = 'A reference is required';
export const NO_ACCOUNT_NUMBER = 'Please leave the account number out';

/** How many events a part of a history holds. */
export const EVENTS_PER_SEGMENT = 256;
/** The number of events in the whole history, in the answer of each part. */
export const STREAM_LENGTH_HEADER = 'X-Stream-Length';
/** How many sales the search of the queue lists beside the cases. */
export const MOST_FOUND_SALES = 50;
