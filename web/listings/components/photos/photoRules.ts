import {
  IMAGE_TOO_LARGE,
  isImageType,
  MAX_IMAGE_BYTES,
  TOO_MANY_IMAGES,
  WRONG_IMAGE_TYPE,
} from '#application/contract/limits.ts';
import { fileUrl } from '#application/contract/photos.ts';
import { MAX_IMAGES } from '#domain/listings/limits.ts';
import type { StoredImage } from '../../../ui/Photo.tsx';

/** A rectangle as fractions of the picture's width and height. */
export type Part = { x: number; y: number; width: number; height: number };
/** A file and its clockwise quarter turns. */
export type Source = { file: File; turns: number };
/** The uncropped photo, rotated as the crop is. */
export type Cropped = { whole: File; part: Part };
/** The file to send; `chosen` is the original, available until the page is left. */
export type Drawn = { file: File; chosen: Source; cropped?: Cropped | undefined };
export type NewPhoto = Drawn & { id: string; preview: string };
/** A photo that the listing already has; `id` is its key. */
export type KeptPhoto = { id: string; preview: string; original: string };
export type Photo = NewPhoto | KeptPhoto;
export type Refusal = { name: string; message: string };

export const toPhoto = (drawn: Drawn, id: string = crypto.randomUUID()): NewPhoto => ({
  ...drawn,
  id,
  preview: URL.createObjectURL(drawn.file),
});

export const asChosen = (file: File, chosen = file): Drawn => ({ file, chosen: { file: chosen, turns: 0 } });

export const toKept = ({ s3Key, thumbnail, original }: StoredImage): Photo => ({
  id: s3Key,
  preview: fileUrl(s3Key, thumbnail || original),
  original: fileUrl(s3Key, original),
});

export const isNew = (photo: Photo): photo is NewPhoto => 'file' in photo;

export const filesOf = (photos: readonly Photo[]): File[] => photos.filter(isNew).map(({ file }) => file);

/** Frees the preview URL. */
export const forgetPreview = (photo: Photo): void => {
  if (isNew(photo)) URL.revokeObjectURL(photo.preview);
};

/** Whether the photo is cropped. */
export const isCropped = (photo: Photo): photo is NewPhoto & { cropped: Cropped } =>
  isNew(photo) && photo.cropped !== undefined;

type Candidate = Pick<File, 'name' | 'type' | 'size'>;

const refusalOf = (file: Candidate): string | null => {
  if (!isImageType(file.type)) return WRONG_IMAGE_TYPE;
  return file.size > MAX_IMAGE_BYTES ? IMAGE_TOO_LARGE : null;
};

/** Splits files into those that can be added to `present` photos, in order, and refusals with a reason. */
export const sortOut = <File extends Candidate>(
  files: readonly File[],
  present: number,
): { accepted: File[]; refusals: Refusal[] } => {
  const accepted: File[] = [];
  const refusals: Refusal[] = [];
  for (const file of files) {
    const full = present + accepted.length >= MAX_IMAGES ? TOO_MANY_IMAGES : null;
    const message = refusalOf(file) ?? full;
    if (message) refusals.push({ name: file.name, message });
    else accepted.push(file);
  }
  return { accepted, refusals };
};

export const moved = <Item>(items: readonly Item[], from: number, to: number): Item[] => {
  const next = [...items];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(to, 0, item);
  return next;
};
