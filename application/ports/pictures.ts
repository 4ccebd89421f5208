import type { AttachedFile } from '#domain/shared/attached.ts';
import type { Result } from '#domain/shared/decider.ts';
import { OutsideFailure } from './failures.ts';

/** Too many pictures are waiting to be decoded. */
export class PicturesBusy extends OutsideFailure {
  override readonly name = 'PicturesBusy';
}

/** The decoder crashed or hung on this picture; it may not do so again. */
export class PictureFailed extends OutsideFailure {
  override readonly name = 'PictureFailed';
}

/** One picture: the upload and what we stored of it. */
export type AttachedPicture = { file: AttachedFile; takenAt: string | null };

/** Both renditions of a photo, decoded and encoded again so that only the pixels of the upload survive. */
export type ProcessedImage = {
  original: Buffer;
  thumbnail: Buffer;
  contentType: string;
  extension: string;
  width: number;
  height: number;
  /** The camera's local time without a zone; null if missing. */
  takenAt: string | null;
};

/** A file that banks take: a JPEG of one photo, or a PDF with a page for each photo and each text. */
export type BankDocument = { content: Buffer; type: 'image/jpeg' | 'application/pdf' };
/** A stored photo, with the name that its page shows, or rows of text. */
export type BankPage =
  | { name: string; content: Buffer }
  | { title: string; rows: readonly (readonly [label: string, text: string])[] };
/** The same pages make the same document. */
export type ToBankDocument = (pages: readonly BankPage[]) => Promise<BankDocument>;

export type ImageRefusal = { code: 'invalidFileType' } | { code: 'fileTooLarge' } | { code: 'tooManyPixels' };
export type ProcessImage = (content: Buffer) => Promise<Result<ProcessedImage, { code: ImageRefusal['code'] }>>;
