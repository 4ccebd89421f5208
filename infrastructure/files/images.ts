import sharp from 'sharp';
import { MAX_MESSAGE_IMAGE_BYTES } from '#application/contract/messages.ts';
import { MAX_IMAGE_BYTES, THUMBNAIL_SIDE } from '#application/contract/photos.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';

export type ProcessedImage = {
  /** WebP, at most 2000 px on its longer side. */
  original: Buffer;
  /** WebP, at most 640 px. */
  thumbnail: Buffer;
  contentType: 'image/webp';
  extension: 'webp';
  /** Of `original`, after the camera's rotation was applied. */
  width: number;
  height: number;
};

export type ImageRefusal = { code: 'invalidFileType' | 'fileTooLarge'; message: string };

const INVALID_TYPE: ImageRefusal = {
  code: 'invalidFileType',
  message: 'Invalid file type. Only JPEG, PNG and WebP are allowed.',
};
const TOO_LARGE: ImageRefusal = { code: 'fileTooLarge', message: 'File is too large. Maximum size is 5MB.' };

/** 50 megapixels: what a camera makes; a picture that unpacks to gigabytes is refused from its header. */
const MAX_PIXELS = 50_000_000;
const DECODED_TYPES = new Set(['jpeg', 'png', 'webp']);

/** libvips also reads SVG, PDF and more: only the three decoders stay. Threads: one, images are made beside requests. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
sharp.concurrency(1);

const decode = (content: Buffer) => sharp(content, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });

/** sharp leaves EXIF, XMP and ICC out unless told to keep them; colours are turned to sRGB first, so nothing shifts. */
const encode = (content: Buffer, side: number, quality: number) =>
  decode(content)
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality, effort: 4 })
    .toBuffer({ resolveWithObject: true });

/** Re-encodes a photo by decoding it: the file's name and declared type are not asked. At most `maxBytes`. */
export const processImage = async (
  content: Buffer,
  maxBytes: number = MAX_IMAGE_BYTES,
): Promise<Result<ProcessedImage, ImageRefusal>> => {
  if (content.length > maxBytes) return reject(TOO_LARGE);
  try {
    const header = await decode(content).metadata();
    if (!DECODED_TYPES.has(header.format ?? '')) return reject(INVALID_TYPE);
    if (header.width * header.height > MAX_PIXELS) return reject(TOO_LARGE);
    const original = await encode(content, 2000, 82);
    const thumbnail = await encode(content, THUMBNAIL_SIDE, 78);
    return ok({
      original: original.data,
      thumbnail: thumbnail.data,
      contentType: 'image/webp',
      extension: 'webp',
      width: original.info.width,
      height: original.info.height,
    });
  } catch (error) {
    // sharp rejects with a plain Error for everything that it cannot decode
    return reject(/pixel limit/i.test(String(error)) ? TOO_LARGE : INVALID_TYPE);
  }
};

/** An image in a message: at most 2 MB (2,097,152 bytes pass), otherwise the same. */
export const processMessageImage = (content: Buffer): Promise<Result<ProcessedImage, ImageRefusal>> =>
  processImage(content, MAX_MESSAGE_IMAGE_BYTES);

/** A photo of a listing: at most 5 MB (5,242,880 bytes pass); JPEG, PNG or WebP by content (document 1, section 5). */
export const processListingImage = (content: Buffer): Promise<Result<ProcessedImage, ImageRefusal>> =>
  processImage(content);
