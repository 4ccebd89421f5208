import { turnedPart } from './crop/frames.ts';
import { drawnFrom, sizeOf } from './drawn.ts';
import { type Drawn, isCropped, isNew, type NewPhoto, type Part, type Photo, type Source } from './photoRules.ts';

/** What a photo is drawn anew from, with its size in px as it is turned. */
export type Whole = { whole: File; source: Source; width: number; height: number };

/** As it was chosen, where that can still be read: a file can be gone from the disk, and is not kept over a reload. */
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

/** All of a photo, of which a part may be in use already. @throws where it cannot be had, or read */
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

/** A quarter to the right, a part of it with its whole. @throws as `drawnFrom` */
export const turnedRight = async (photo: NewPhoto): Promise<Drawn> => {
  const { source } = await wholeOf(photo);
  const chosen = { ...source, turns: (source.turns + 1) % 4 };
  const whole = await drawnFrom(chosen);
  if (!isCropped(photo)) return { file: whole, chosen };
  return croppedTo({ whole, source: chosen }, turnedPart(photo.cropped.part));
};
