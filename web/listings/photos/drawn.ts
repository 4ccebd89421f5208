import { greyOf, hintsFor, LOOKED_AT_SIDE, type PhotoHint } from './photoHints.ts';

const QUALITY = 0.92;

const penOn = (width: number, height: number) => {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('this browser draws nothing');
  return { canvas, pen };
};

/** Looked at as it is drawn small. @throws where a browser cannot read it */
export const hintsOf = async (file: File): Promise<PhotoHint[]> => {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const { width, height } = picture;
  const scale = Math.min(1, LOOKED_AT_SIDE / Math.max(width, height));
  const { canvas, pen } = penOn(width * scale, height * scale);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return hintsFor({ width, height }, greyOf(pen.getImageData(0, 0, canvas.width, canvas.height)));
};

/** The same photo, a quarter turned to the right. @throws where a browser cannot read it, or draw so much */
export const turned = async (file: File): Promise<File> => {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const { canvas, pen } = penOn(picture.height, picture.width);
  // A JPEG knows no transparency: what shows through is white, not black.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.translate(canvas.width, 0);
  pen.rotate(Math.PI / 2);
  pen.drawImage(picture, 0, 0);
  picture.close();
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (!drawn) throw new Error('the turned photo could not be drawn');
  const name = `${file.name.replace(/\.[^.]*$/, '')}.jpg`;
  return new File([drawn], name, { type: 'image/jpeg', lastModified: file.lastModified });
};
