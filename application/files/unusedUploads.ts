import type { Id } from '#domain/shared/ids.ts';
import { DAY, type Instant } from '#domain/shared/instants.ts';
import type { Files } from '../ports/files.ts';
import type { Log } from '../ports/log.ts';

/** A stored picture that possibly no event names. `of`: the listing or conversation. `files`: their keys. */
export type UnusedUpload = { of: Id; s3Key: string; files: readonly string[]; since: Instant };

/**
 * Pictures are stored before the event that names them, and dropped by a later event. No event says that a picture
 * is unused, so this table does.
 */
export interface UnusedUploads {
  /** Called before files are stored and before an event drops them, so that none is missed. */
  add(photos: readonly UnusedUpload[]): Promise<void>;
  /** Oldest first. */
  due(before: Instant, limit: number): Promise<UnusedUpload[]>;
  forget(s3Keys: readonly string[]): Promise<void>;
}

/** After this long no open page still shows a removed photo, and no command is still running. */
const REMOVED_AFTER = 2 * DAY;
const PAGE = 100;

export type UploadSweepDeps = {
  files: Pick<Files, 'remove'>;
  loosePhotos: Pick<UnusedUploads, 'due' | 'forget'>;
  log: Pick<Log, 'error'>;
};

/** `neededBy`: keys of the pictures that the listing or conversation still needs. */
export const sweepUnusedUploads = (
  { files, loosePhotos, log }: UploadSweepDeps,
  neededBy: (of: Id) => Promise<ReadonlySet<string>>,
) => ({
  /** Removes unused pictures. Cheap when there is nothing to do. */
  sweep: async (now: Instant): Promise<void> => {
    const due = await loosePhotos.due(now - REMOVED_AFTER, PAGE);
    for (const of of new Set(due.map((photo) => photo.of)))
      try {
        const keys = await neededBy(of);
        const photos = due.filter((photo) => photo.of === of);
        const unneeded = photos.filter(({ s3Key }) => !keys.has(s3Key));
        for (const file of unneeded.flatMap((photo) => photo.files)) await files.remove(file);
        await loosePhotos.forget(photos.map(({ s3Key }) => s3Key));
      } catch (error) {
        // the next sweep retries; the others must not wait
        log.error({ of, error: String(error) }, 'pictures that nobody needs could not be removed');
      }
  },
});

export type UploadSweep = ReturnType<typeof sweepUnusedUploads>;
