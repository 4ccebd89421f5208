import { z } from 'zod';
import { personalIfAny } from './events.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What a picture is: as it was uploaded, and as it is kept and shown. */
export const attachedFile = z.object({
  sha256Uploaded: sha256,
  sha256Stored: sha256,
  /** Null where there is no small one. */
  sha256Thumbnail: sha256.nullable(),
  /** Of the stored one. */
  bytes: z.int(),
  type: z.string(),
});
export type AttachedFile = z.infer<typeof attachedFile>;

/** In the order in which the fact names the pictures; absent: it names none, or was written before they were bound. */
export const attached = {
  files: z.array(attachedFile).optional(),
  /** The camera's own time, `2026-05-01T10:20:30` without a zone; null where it did not say. */
  takenAt: personalIfAny(z.array(z.string().nullable())),
};
export type Attached = { files?: AttachedFile[] | undefined; takenAt?: (string | null)[] | null | undefined };
