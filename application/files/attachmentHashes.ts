import { createHash } from 'node:crypto';
import type { Attached } from '#domain/shared/attached.ts';
import type { AttachedPicture, ProcessedImage } from '../ports/pictures.ts';

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

export const attachedPicture = (
  uploaded: Buffer,
  { original, thumbnail, contentType, takenAt }: ProcessedImage,
): AttachedPicture => ({
  file: {
    sha256Uploaded: sha256(uploaded),
    sha256Stored: sha256(original),
    sha256Thumbnail: sha256(thumbnail),
    bytes: original.length,
    type: contentType,
  },
  takenAt,
});

/** What an event says of its pictures, in order. */
export const attachedOf = (pictures: readonly AttachedPicture[]): Attached => ({
  files: pictures.map(({ file }) => file),
  ...(pictures.some(({ takenAt }) => takenAt !== null) && { takenAt: pictures.map(({ takenAt }) => takenAt) }),
});
