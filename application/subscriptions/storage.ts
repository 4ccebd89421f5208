import type { Recorded } from '../ports/eventCodec.ts';
import type { Position, StoredEvent } from '../ports/eventStore.ts';
import type { Missed } from '../ports/quarantine.ts';

/** The positions of subscriptions that deliver one event at a time. */
export interface Checkpoints {
  load(name: string): Promise<Position | undefined>;
  /** Never moves backwards: a process that lost the lease may still save. */
  save(name: string, position: Position): Promise<void>;
  all(): Promise<ReadonlyMap<string, Position>>;
}

/** What a policy has handled up to its checkpoint. */
export type Handled = {
  handles: readonly string[];
  /**
   * Types not handled after a position: another release ran the policy meanwhile, or it must read them from the
   * start ('').
   */
  missed: Readonly<Record<string, Position>>;
  /** Every event type known to the releases that ran the policy. Unknown types could not have been missed. */
  knows: readonly string[];
};

export type Subscriber = {
  name: string;
  handles: readonly string[];
  /** Where to start reading a type that earlier releases knew but did not handle: now or from the start. */
  begins?: Readonly<Record<string, 'now' | 'start'>> | undefined;
};

/** The event types that each policy's checkpoint covers. */
export interface HandledTypes {
  /** Called when a process starts. @throws when a policy handles a new type without saying where it begins */
  begin(subscribers: readonly Subscriber[]): Promise<void>;
  /**
   * Called under the lease, with the checkpoint at `position`. Returns what the policy must catch up, by type and
   * position.
   */
  takeOver(subscriber: Subscriber, position: Position | null): Promise<Handled['missed']>;
  /** These types were read up to `to`. Does nothing if another release has taken over since. */
  movedOn(subscriber: Subscriber, types: readonly string[], to: Position): Promise<void>;
  caughtUp(subscriber: Subscriber, types: readonly string[]): Promise<void>;
}

/** The position of a read model; `otherRelease`: its live version is unknown to this process. */
export type Standing = { position: Position | null } | 'otherRelease';

/**
 * The tables of a read model and its checkpoint. Methods return false, without any effect, if the checkpoint was
 * elsewhere.
 */
export interface ReadModel {
  readonly name: string;
  readonly handles: readonly string[];
  /** Notifies people about events. */
  readonly tells: boolean;
  /**
   * Makes the tables ready. May first build another version: a newer one, or the previous one if no process knows
   * the newer.
   */
  prepare(held: AbortSignal): Promise<Standing>;
  standing(): Promise<Standing>;
  /**
   * Applies events, marks others as skipped and moves the checkpoint in one transaction. Also false if a skipped
   * stream is no longer quarantined.
   */
  apply(
    events: readonly Recorded[],
    from: Position | null,
    to: Position,
    passed: readonly Pick<StoredEvent, 'stream' | 'revision'>[],
  ): Promise<boolean>;
  /**
   * Applies skipped events while the checkpoint is `at`. The last reader lifts the quarantine. `applying` is
   * called before each event.
   */
  catchUp(
    missed: Missed,
    events: readonly Recorded[],
    at: Position | null,
    applying: (event: Recorded) => void,
  ): Promise<boolean>;
  /** Moves the checkpoint past events that the read model does not handle. */
  skip(from: Position | null, to: Position): Promise<boolean>;
  markStopped(reason: string): Promise<void>;
}
