import { MAX_IMAGE_BYTES } from '#application/contract/limits.ts';
import { asJpegName, LONGEST_SIDE } from '../../../ui/shrink.ts';
import { greyOf, hintsFor, LOOKED_AT_SIDE, type PhotoHint } from './photoHints.ts';
import type { Part, Source } from './photoRules.ts';

/** JPEG qualities to try, best first, until the photo is small enough. */
const QUALITIES = [0.92, 0.8, 0.6];
const WHOLE: Part = { x: 0, y: 0, width: 1, height: 1 };

const penOn = (width: number, height: number) => {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('this browser draws nothing');
  return { canvas, pen };
};

const pictureOf = (file: File) => createImageBitmap(file, { imageOrientation: 'from-image' });

/**
 * Hints from a small drawing of the photo.
 * @throws if the browser cannot decode it
 */
export const hintsOf = async (file: File): Promise<PhotoHint[]> => {
  const picture = await pictureOf(file);
  const { width, height } = picture;
  const scale = Math.min(1, LOOKED_AT_SIDE / Math.max(width, height));
  const { canvas, pen } = penOn(width * scale, height * scale);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return hintsFor({ width, height }, greyOf(pen.getImageData(0, 0, canvas.width, canvas.height)));
};

const turnedSize = ({ width, height }: { width: number; height: number }, turns: number) =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width };

/**
 * Size in px after rotation.
 * @throws if the browser cannot decode it
 */
export const sizeOf = async ({ file, turns }: Source): Promise<{ width: number; height: number }> => {
  const picture = await pictureOf(file);
  const size = turnedSize(picture, turns);
  picture.close();
  return size;
};

const jpegOf = async (canvas: HTMLCanvasElement, { name, lastModified }: File): Promise<File> => {
  for (const quality of QUALITIES) {
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (!drawn) break;
    if (drawn.size <= MAX_IMAGE_BYTES) return new File([drawn], asJpegName(name), { type: 'image/jpeg', lastModified });
  }
  throw new Error('the photo could not be drawn');
};

/**
 * Draws the photo rotated and cropped, at most as large as any page shows it.
 * @throws if the browser cannot decode or draw it
 */
export const drawnFrom = async ({ file, turns }: Source, part: Part = WHOLE): Promise<File> => {
  const picture = await pictureOf(file);
  const { width, height } = turnedSize(picture, turns);
  const [across, down] = [Math.round(part.width * width), Math.round(part.height * height)];
  const scale = Math.min(1, LONGEST_SIDE / Math.max(across, down));
  const { canvas, pen } = penOn(across * scale, down * scale);
  // JPEG has no transparency: paint white behind it instead of black.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(canvas.width / across, canvas.height / down);
  pen.translate(width / 2 - Math.round(part.x * width), height / 2 - Math.round(part.y * height));
  pen.rotate((turns * Math.PI) / 2);
  pen.drawImage(picture, -picture.width / 2, -picture.height / 2);
  picture.close();
  return jpegOf(canvas, file);
};
