import { MAX_IMAGES } from '#domain/listings/limits.ts';
import { fileTooLarge } from './fileSizes.ts';
import { IMAGE_TYPES, MAX_IMAGE_BYTES } from './photos.ts';

/** Beside the photos themselves, which more pages show than send. Without zod: whoever chooses one is told at once. */
export const isImageType = (type: string): boolean => (IMAGE_TYPES as readonly string[]).includes(type);
export const WRONG_IMAGE_TYPE = 'Invalid file type. Only JPEG, PNG and WebP are allowed.';
/** Of what is called a picture and is none, or is cut off. */
export const UNREADABLE_IMAGE = 'This file cannot be read as a picture.';
export const IMAGE_TOO_LARGE = fileTooLarge(MAX_IMAGE_BYTES);
/** However small its file is. */
export const TOO_MANY_PIXELS = 'This picture has too many pixels. Please make it smaller.';
export const TOO_MANY_IMAGES = `Maximum ${MAX_IMAGES} images allowed`;
