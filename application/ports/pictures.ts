import type { AttachedFile } from '#domain/shared/attached.ts';
import type { Result } from '#domain/shared/decider.ts';
import { OutsideFailure } from './failures.ts';

/** More pictures wait than will be decoded soon. */
export class PicturesBusy extends OutsideFailure {
  override readonly name = 'PicturesBusy';
}

/** What decodes pictures died or hung over this one: it is not known whether it would again. */
export class PictureFailed extends OutsideFailure {
  override readonly name = 'PictureFailed';
}

/** One picture: what was uploaded, and what of it is kept. */
export type AttachedPicture = { file: AttachedFile; takenAt: string | null };

/** Both renditions of an uploaded photo, decoded and encoded anew, so that nothing of the upload survives but its pixels. */
export type ProcessedImage = {
  original: Buffer;
  thumbnail: Buffer;
  contentType: string;
  extension: string;
  width: number;
  height: number;
  /** The camera's own time, without a zone; null where it did not say. */
  takenAt: string | null;
};
export type ImageRefusal = { code: 'invalidFileType' } | { code: 'fileTooLarge' } | { code: 'tooManyPixels' };
export type ProcessImage = (content: Buffer) => Promise<Result<ProcessedImage, { code: ImageRefusal['code'] }>>;
