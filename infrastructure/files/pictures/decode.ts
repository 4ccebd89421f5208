import readExif from 'exif-reader';
import type { Metadata } from 'sharp';
import sharp from 'sharp';
import { THUMBNAIL_SIDE } from '#application/contract/photos.ts';
import type { ProcessedImage } from '#application/ports/pictures.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';

const LOCAL_TIME_LENGTH = '2026-05-01T10:20:30'.length;

/** EXIF DateTimeOriginal in camera time, without a zone; null if missing or unreadable. */
const takenAtIn = (exif: Buffer | undefined): string | null => {
  if (!exif) return null;
  try {
    const taken = readExif(exif).Photo?.DateTimeOriginal;
    return taken instanceof Date ? taken.toISOString().slice(0, LOCAL_TIME_LENGTH) : null;
  } catch {
    // broken metadata is no reason to refuse the picture
    return null;
  }
};

export type PictureRefusal = { code: 'invalidFileType' | 'tooManyPixels' };

const INVALID_TYPE: PictureRefusal = { code: 'invalidFileType' };
const TOO_MANY_PIXELS: PictureRefusal = { code: 'tooManyPixels' };

const LONGEST_SIDE = 2_000;

/** 50 megapixels, as cameras make. Decompression bombs are refused by their header. */
const MAX_PIXELS = 50_000_000;
/** A strip of 65,535 × 700 pixels is not a photo and takes seconds. */
const MAX_SIDE = 12_000;
/** Unpacked size; a PNG pixel may take eight bytes. */
const MAX_RAW_BYTES = 150_000_000;
const DECODED_TYPES = new Set(['jpeg', 'png', 'webp']);

/** libvips also reads SVG, PDF and more; allow only three decoders. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
sharp.concurrency(1);
sharp.cache(false);

const open = (content: Buffer) => sharp(content, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });

const hasTooMany = ({ width, height, channels, depth }: Metadata): boolean => {
  const bytes = width * height * channels * (depth === 'ushort' ? 2 : 1);
  return Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS || bytes > MAX_RAW_BYTES;
};

/** Decoded once for both sizes; libvips shrinks JPEG and WebP while reading. */
const decode = (content: Buffer) =>
  open(content)
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });

/**
 * Re-encodes a picture from its pixels. Ignores file name and declared type, and drops EXIF, XMP and ICC after
 * converting to sRGB. Runs in its own process (`process.ts`).
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
    // sharp rejects with a plain Error for everything it cannot decode
    return reject(/pixel limit/i.test(String(error)) ? TOO_MANY_PIXELS : INVALID_TYPE);
  }
};
