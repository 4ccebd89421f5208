import type { Id } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';

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
