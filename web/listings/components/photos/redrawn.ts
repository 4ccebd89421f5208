import { turnedPart } from './crop/frames.ts';
import { drawnFrom, sizeOf } from './drawn.ts';
import { type Drawn, isCropped, isNew, type NewPhoto, type Part, type Photo, type Source } from './photoRules.ts';

/** The source of a redraw, with its rotated size in px. */
export type Whole = { whole: File; source: Source; width: number; height: number };

/** The original if it is still readable: the file may have gone from the disk, and it does not survive a reload. */
const wholeFrom = async (whole: File, chosen: Source): Promise<Whole> => {
  const { source, size } = await sizeOf(chosen)
    .then((size) => ({ source: chosen, size }))
    .catch(async () => {
      const source = { file: whole, turns: 0 };
      return { source, size: await sizeOf(source) };
    });
  return { whole, source, ...size };
};

const stored = async (address: string): Promise<File> => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the photo is not there: ${answer.status}`);
  const content = await answer.blob();
  return new File([content], address.slice(address.lastIndexOf('/') + 1), { type: content.type });
};

/**
 * The whole photo, even if it is cropped now.
 * @throws if it cannot be read
 */
export const wholeOf = async (photo: Photo): Promise<Whole> => {
  if (isNew(photo)) return wholeFrom(photo.cropped?.whole ?? photo.file, photo.chosen);
  const file = await stored(photo.original);
  return wholeFrom(file, { file, turns: 0 });
};

/** @throws as `drawnFrom` */
export const croppedTo = async ({ whole, source }: Pick<Whole, 'whole' | 'source'>, part: Part): Promise<Drawn> => ({
  file: await drawnFrom(source, part),
  chosen: source,
  cropped: { whole, part },
});

/**
 * Rotates a photo clockwise; a crop keeps its original.
 * @throws as `drawnFrom`
 */
export const turnedRight = async (photo: NewPhoto): Promise<Drawn> => {
  const { source } = await wholeOf(photo);
  const chosen = { ...source, turns: (source.turns + 1) % 4 };
  const whole = await drawnFrom(chosen);
  if (!isCropped(photo)) return { file: whole, chosen };
  return croppedTo({ whole, source: chosen }, turnedPart(photo.cropped.part));
};
