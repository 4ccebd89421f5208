import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ProcessedImage, ProcessImage } from '#application/ports/pictures.ts';
import { ok } from '#domain/shared/decider.ts';

/** Of the first photo of an offer, and of those behind it, px. */
export const PHOTO_SIZES = { first: { width: 960, height: 720 }, other: { width: 720, height: 540 } } as const;

/** Beside the sources: the compiled server has no copy of its own. */
const FOLDERS = ['./photos/', '../../../../infrastructure/demo/photos/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

const printOf = (content: Buffer): string => createHash('sha256').update(content).digest('base64');

/**
 * The photos of the demo. They were decoded and encoded when they were made, small enough to be their own thumbnails, so that a start
 * need not do that with hundreds of them; whatever else is uploaded goes the way of every picture.
 */
export const openDemoPhotos = () => {
  const prepared = new Map<string, ProcessedImage>();
  return {
    /** @param place from 1, in the order of the offer */
    read: async (offer: string, place: number): Promise<Buffer> => {
      const content = await readFile(`${FOLDERS.find(existsSync) ?? FOLDERS[0]}${offer}-${place}.webp`);
      prepared.set(printOf(content), {
        original: content,
        thumbnail: content,
        contentType: 'image/webp',
        extension: 'webp',
        ...(place === 1 ? PHOTO_SIZES.first : PHOTO_SIZES.other),
        takenAt: null,
      });
      return content;
    },
    before:
      (decode: ProcessImage): ProcessImage =>
      async (content) => {
        const known = prepared.size > 0 ? prepared.get(printOf(content)) : undefined;
        return known ? ok(known) : decode(content);
      },
  };
};

export type DemoPhotos = ReturnType<typeof openDemoPhotos>;
