import type { Id } from '#domain/shared/ids.ts';
import { DAY, type Instant } from '#domain/shared/instants.ts';
import type { Files } from '../ports/files.ts';
import type { Log } from '../ports/log.ts';

/** A stored picture that perhaps no fact names (any more). `of`: the listing, or the conversation. `files`: their keys. */
export type LoosePhoto = { of: Id; s3Key: string; files: readonly string[]; since: Instant };

/** Pictures are stored before the fact that names them, and let go of by a fact: no event says of one that nobody needs it. */
export interface LoosePhotos {
  /** Before the files are stored, and before the fact that lets go of them, so that none is without its entry. */
  add(photos: readonly LoosePhoto[]): Promise<void>;
  /** The oldest first. */
  due(before: Instant, limit: number): Promise<LoosePhoto[]>;
  forget(s3Keys: readonly string[]): Promise<void>;
}

/** Nobody still shows a page with a photo that has been taken away for so long, and no command takes so long. */
const REMOVED_AFTER = 2 * DAY;
const PAGE = 100;

export type LooseDeps = {
  files: Pick<Files, 'remove'>;
  loosePhotos: Pick<LoosePhotos, 'due' | 'forget'>;
  log: Pick<Log, 'error'>;
};

/** `neededBy`: the keys of those that the listing, or the conversation, needs. */
export const looseSweep = (
  { files, loosePhotos, log }: LooseDeps,
  neededBy: (of: Id) => Promise<ReadonlySet<string>>,
) => ({
  /** Removes pictures that nothing needs. Cheap while there is nothing to do. */
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
        // the next sweep comes back to it; the others must not wait for it
        log.error({ of, error: String(error) }, 'pictures that nobody needs could not be removed');
      }
  },
});

export type LooseSweep = ReturnType<typeof looseSweep>;
