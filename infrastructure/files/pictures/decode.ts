import sharp, { type Metadata } from 'sharp';
import { THUMBNAIL_SIDE } from '#application/contract/photos.ts';
import type { ProcessedImage } from '#application/ports/pictures.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import { takenAtIn } from './takenAt.ts';

export type PictureRefusal = { code: 'invalidFileType' | 'tooManyPixels' };

const INVALID_TYPE: PictureRefusal = { code: 'invalidFileType' };
const TOO_MANY_PIXELS: PictureRefusal = { code: 'tooManyPixels' };

const LONGEST_SIDE = 2_000;

/** 50 megapixels: what a camera makes; a picture that unpacks to gigabytes is refused from its header. */
const MAX_PIXELS = 50_000_000;
/** A strip of 65,535 × 700 pixels is no photo, and takes seconds. */
const MAX_SIDE = 12_000;
/** What it is when it is unpacked: a pixel of a PNG may take eight bytes. */
const MAX_RAW_BYTES = 150_000_000;
const DECODED_TYPES = new Set(['jpeg', 'png', 'webp']);

/** libvips also reads SVG, PDF and more: only the three decoders stay. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
sharp.concurrency(1);
sharp.cache(false);

const open = (content: Buffer) => sharp(content, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });

const hasTooMany = ({ width, height, channels, depth }: Metadata): boolean => {
  const bytes = width * height * channels * (depth === 'ushort' ? 2 : 1);
  return Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS || bytes > MAX_RAW_BYTES;
};

/** Once for both sizes, and a JPEG or WebP no larger than is asked for: libvips shrinks those while it reads them. */
const decode = (content: Buffer) =>
  open(content)
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });

/**
 * Makes a picture anew from its pixels: the file's name and declared type are not asked, and EXIF, XMP and ICC stay behind; colours are
 * turned to sRGB first, so nothing shifts. For the process that does nothing else (`process.ts`).
 */
export const decodePicture = async (content: Buffer): Promise<Result<ProcessedImage, PictureRefusal>> => {
  try {
    const header = await open(content).metadata();
    if (!DECODED_TYPES.has(header.format ?? '')) return reject(INVALID_TYPE);
    if (hasTooMany(header)) return reject(TOO_MANY_PIXELS);
    const { data, info } = await decode(content);
    const pixels = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
    const original = await pixels().webp({ quality: 82, effort: 4 }).toBuffer();
    const thumbnail = await pixels()
      .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78, effort: 4 })
      .toBuffer();
    const { width, height } = info;
    const takenAt = takenAtIn(header.exif);
    return ok({ original, thumbnail, contentType: 'image/webp', extension: 'webp', width, height, takenAt });
  } catch (error) {
    // sharp rejects with a plain Error for everything that it cannot decode
    return reject(/pixel limit/i.test(String(error)) ? TOO_MANY_PIXELS : INVALID_TYPE);
  }
};
