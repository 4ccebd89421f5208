import { MAX_IMAGE_BYTES } from '#application/contract/photos.ts';

/** px: more of a photo than this nobody sees on any page. */
export const LONGEST_SIDE = 2_560;
const QUALITY = 0.88;

export const asJpegName = (name: string): string => `${name.replace(/\.[^.]*$/, '')}.jpg`;

/** The same photo as a page shows it: upright as its camera held it, no side longer than needed. @throws where a browser cannot read it */
const drawnSmaller = async (file: File): Promise<File | undefined> => {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = LONGEST_SIDE / Math.max(picture.width, picture.height);
  if (scale >= 1 && file.size <= MAX_IMAGE_BYTES) return undefined;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * Math.min(1, scale));
  canvas.height = Math.round(picture.height * Math.min(1, scale));
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  // A JPEG knows no transparency: what shows through is white, not black.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (!drawn || drawn.size >= file.size) return undefined;
  return new File([drawn], asJpegName(file.name), { type: 'image/jpeg', lastModified: file.lastModified });
};

/** One after the other, since each takes much memory. What cannot be made smaller stays as it is, and goes by the rules for photos. */
export const shrunk = async (files: readonly File[]): Promise<File[]> => {
  const made: File[] = [];
  for (const file of files) {
    const smaller = file.type.startsWith('image/') ? await drawnSmaller(file).catch(() => undefined) : undefined;
    made.push(smaller ?? file);
  }
  return made;
};
