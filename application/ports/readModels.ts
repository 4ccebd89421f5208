import type { Recorded } from './eventCodec.ts';
import type { Position } from './eventStore.ts';

/** Where a read model stands; `otherRelease` when a version is live that this process does not know. */
export type Standing = { position: Position | null } | 'otherRelease';

/** The tables of one read model, with their checkpoint. `false`: the checkpoint stood elsewhere, and nothing was done. */
export interface ReadModel {
  readonly name: string;
  readonly handles: readonly string[];
  /** Makes the tables ready, which may build a new version of them first. */
  prepare(held: AbortSignal): Promise<Standing>;
  standing(): Promise<Standing>;
  /** The events and the checkpoint in one transaction. */
  apply(events: readonly Recorded[], from: Position | null, to: Position): Promise<boolean>;
  /** Nothing of it was wanted. */
  skip(from: Position | null, to: Position): Promise<boolean>;
  markStopped(reason: string): Promise<void>;
}
