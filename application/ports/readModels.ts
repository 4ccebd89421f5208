import type { Recorded } from './eventCodec.ts';
import type { Position, StoredEvent } from './eventStore.ts';
import type { Missed } from './quarantine.ts';

/** Where a read model stands; `otherRelease` when a version is live that this process does not know. */
export type Standing = { position: Position | null } | 'otherRelease';

/** The tables of one read model, with their checkpoint. `false`: the checkpoint stood elsewhere, and nothing was done. */
export interface ReadModel {
  readonly name: string;
  readonly handles: readonly string[];
  /** Tells people what has happened. */
  readonly tells: boolean;
  /** Makes the tables ready, which may build another version of them first: a newer one, or the one of before when nobody knows the newer. */
  prepare(held: AbortSignal): Promise<Standing>;
  standing(): Promise<Standing>;
  /**
   * The events and the checkpoint in one transaction, and that others are passed by; false also when one of their streams is in
   * quarantine no more.
   */
  apply(
    events: readonly Recorded[],
    from: Position | null,
    to: Position,
    passed: readonly Pick<StoredEvent, 'stream' | 'revision'>[],
  ): Promise<boolean>;
  /**
   * What it has passed by, while its checkpoint stands `at` there; the last of all readers lifts the quarantine. `applying` hears of each
   * event before it is applied. False when the checkpoint stood elsewhere.
   */
  catchUp(
    missed: Missed,
    events: readonly Recorded[],
    at: Position | null,
    applying: (event: Recorded) => void,
  ): Promise<boolean>;
  /** Nothing of it was wanted. */
  skip(from: Position | null, to: Position): Promise<boolean>;
  markStopped(reason: string): Promise<void>;
}
