/** As in `application/contract/messages.ts`, written again here because that file brings zod with it; a test holds them equal. */
export const MAX_LENGTH = 2000;
export const MAX_IMAGE_BYTES = 2 * 1024 * 1024;
export const IMAGE_TOO_LARGE = 'Image size should be less than 2MB';
export const LISTING_ID_REQUIRED = 'Listing ID is required';
export const PAGE_SIZE = 20;

/** As in `application/contract/listings.ts`. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'];
export const WRONG_IMAGE_TYPE = 'Invalid file type. Only JPEG, PNG and WebP are allowed.';

/** From here on the counter shows. */
export const COUNTED_FROM = 1800;
