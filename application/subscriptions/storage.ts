import type { Recorded } from '../ports/eventCodec.ts';
import type { Position, StoredEvent } from '../ports/eventStore.ts';
import type { Missed } from '../ports/quarantine.ts';

/** How far each subscription that delivers one event at a time has come. */
export interface Checkpoints {
  load(name: string): Promise<Position | undefined>;
  /** Never backwards: whoever has lost the lease may still save what it has handled. */
  save(name: string, position: Position): Promise<void>;
  all(): Promise<ReadonlyMap<string, Position>>;
}

/** What a policy has handled up to its checkpoint. */
export type Handled = {
  handles: readonly string[];
  /** Types that it has not, from a position on: another release ran it meanwhile, or it is to read them from the start (''). */
  missed: Readonly<Record<string, Position>>;
  /** Every type that the releases knew which ran it, whoever it is for: of others there was nothing to handle. */
  knows: readonly string[];
};

export type Subscriber = {
  name: string;
  handles: readonly string[];
  /** From where it reads a type that a release before knew and did not handle: what comes from now on, or all that there is. */
  begins?: Readonly<Record<string, 'now' | 'start'>> | undefined;
};

/** Beside the checkpoints of the policies: of which types they speak. */
export interface HandledTypes {
  /** When a process starts. @throws when a policy handles a further type and does not say from where it reads it */
  begin(subscribers: readonly Subscriber[]): Promise<void>;
  /** Under the lease, with the checkpoint at `position`. Answers what it has to catch up, and from where on. */
  takeOver(subscriber: Subscriber, position: Position | null): Promise<Handled['missed']>;
  /** It has read these types up to there. Nothing happens when another release has taken over meanwhile. */
  movedOn(subscriber: Subscriber, types: readonly string[], to: Position): Promise<void>;
  caughtUp(subscriber: Subscriber, types: readonly string[]): Promise<void>;
}

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
