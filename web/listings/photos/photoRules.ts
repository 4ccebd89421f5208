import { IMAGE_TOO_LARGE, isImageType, MAX_IMAGE_BYTES, TOO_MANY_IMAGES, WRONG_IMAGE_TYPE } from '#application/contract/limits.ts';
import { fileUrl } from '#application/contract/photos.ts';
import { MAX_IMAGES } from '#domain/listings/limits.ts';
import type { StoredImage } from '../../ui/Photo.tsx';

/** A rectangle of a picture, in parts of its width and height. */
export type Part = { x: number; y: number; width: number; height: number };
/** A file, and how often it is to be turned to the right. */
export type Source = { file: File; turns: number };
/** What a photo of which only a part is used was before, turned as the part is. */
export type Cropped = { whole: File; part: Part };
/** As it is sent; `chosen` is what it was before it was made smaller, which is known as long as the page is there. */
export type Drawn = { file: File; chosen: Source; cropped?: Cropped | undefined };
export type NewPhoto = Drawn & { id: string; preview: string };
/** One that the listing shows already; `id` is its key. */
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

/** Frees what it was shown from. */
export const forgetPreview = (photo: Photo): void => {
  if (isNew(photo)) URL.revokeObjectURL(photo.preview);
};

/** Whether only a part of it is used. */
export const isCropped = (photo: Photo): photo is NewPhoto & { cropped: Cropped } =>
  isNew(photo) && photo.cropped !== undefined;

type Candidate = Pick<File, 'name' | 'type' | 'size'>;

const refusalOf = (file: Candidate): string | null => {
  if (!isImageType(file.type)) return WRONG_IMAGE_TYPE;
  return file.size > MAX_IMAGE_BYTES ? IMAGE_TOO_LARGE : null;
};

/** Takes the files that may be added to the `present` ones, in their order, and says why each other may not. */
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
