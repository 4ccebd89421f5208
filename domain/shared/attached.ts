import { z } from 'zod';
import { personalIfAny } from './events.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Hashes of an image: as uploaded, as stored, and its thumbnail. */
export const attachedFile = z.object({
  sha256Uploaded: sha256,
  sha256Stored: sha256,
  /** Null if there is no thumbnail. */
  sha256Thumbnail: sha256.nullable(),
  /** Size of the stored file. */
  bytes: z.int(),
  type: z.string(),
});
export type AttachedFile = z.infer<typeof attachedFile>;

/** In the order of the event's images. Absent if it has none, or was written before files were hashed. */
export const attached = {
  files: z.array(attachedFile).optional(),
  /** The camera's own time, `2026-05-01T10:20:30` without a zone; null where it did not say. */
  takenAt: personalIfAny(z.array(z.string().nullable())),
};
export type Attached = { files?: AttachedFile[] | undefined; takenAt?: (string | null)[] | null | undefined };
