import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ProcessedImage, ProcessImage } from '#application/ports/pictures.ts';
import { ok } from '#domain/shared/decider.ts';

/** Size of the first photo of an offer and of the others, px. */
export const PHOTO_SIZES = { first: { width: 960, height: 720 }, other: { width: 720, height: 540 } } as const;

/** In the sources; the compiled server has no copy. */
const FOLDERS = ['./photos/', '../../../../infrastructure/demo/photos/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

const printOf = (content: Buffer): string => createHash('sha256').update(content).digest('base64');

/**
 * Demo photos are already decoded and small enough to be their own thumbnails, so a start skips decoding hundreds of
 * them. Other uploads are decoded as usual.
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
