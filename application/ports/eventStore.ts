import { OutsideFailure } from './failures.ts';

/** `{category}-{id}`; an id holds no hyphen, so the category is what stands before the first one. */
export type StreamName = string;

/**
 * A place in the order of all events: opaque outside the store, 20 digits, zero-padded, so that `<` in TypeScript and
 * `COLLATE "C"` in SQL agree. Only positions of delivered events are ever stored.
 */
export type Position = string;

/** JSON as it is stored: personal fields are ciphertext here. */
export type StoredData = Record<string, unknown>;

export type EventMetadata = {
  correlationId: string;
  causationId: string;
  actor: { id: string; role: string };
  commandId: string;
  /** Hash of the event before it in its stream; null on the first. */
  prevHash: string | null;
  /** SHA-256 over the canonical JSON of the envelope without this field. */
  hash: string;
};

export type NewEvent = {
  /** UUID with or without hyphens; appending an id that is stored already is a no-op that answers as the first time. */
  id: string;
  type: string;
  version: number;
  data: StoredData;
  metadata: EventMetadata;
};

export type StoredEvent = NewEvent & {
  stream: StreamName;
  /** 0 for the first event of a stream. */
  revision: number;
  position: Position;
  /** Epoch ms at the store. */
  recordedAt: number;
};

export type Appended = { revision: number; position: Position };

export type Subscription = {
  /** Exclusive; undefined starts with the first event. */
  after: Position | undefined;
  signal: AbortSignal;
  /** Most events handed over at once. */
  batchSize?: number;
};

/** What a subscriber receives: events in order, none twice, none lost; and the signal that nothing newer is known. */
export type Delivery = { kind: 'events'; events: StoredEvent[] } | { kind: 'caughtUp' };

/** Something set by hand at the store that takes events of a stream away, at once or in time. `by`: what it is. */
export type Cut = { stream: StreamName; by: string };

/** There is no "any" revision: that is what makes a retry with the same event ids harmless in every adapter. */
export interface EventStore {
  /** @throws StreamMoved when the stream is not at `expected`. Durable once it resolves. At most 1 MiB. */
  append(stream: StreamName, events: readonly NewEvent[], expected: 'none' | number): Promise<Appended>;
  /** In order from revision `from`; empty for a stream that does not exist. @throws HistoryCut for one that was deleted */
  readStream(stream: StreamName, options?: { from?: number }): Promise<StoredEvent[]>;
  /** Up to `limit` events after a position. */
  readAll(options: { after?: Position | undefined; limit: number }): Promise<StoredEvent[]>;
  /** Never ends by itself and reconnects by itself; ends when `signal` aborts. */
  subscribeAll(subscription: Subscription): AsyncIterable<Delivery>;
  /** Of every stream that has one, whosoever it is. Takes its time: the whole log is looked through. */
  cuts(): Promise<Cut[]>;
  /** The last position known, undefined when the store is empty. */
  head(): Promise<Position | undefined>;
  close(): Promise<void>;
}

/** Another append came first: load again and decide again. */
export class StreamMoved extends Error {
  override readonly name = 'StreamMoved';
  readonly stream: StreamName;
  constructor(stream: StreamName) {
    super(`stream ${stream} is not at the expected revision`);
    this.stream = stream;
  }
}

/** What was written to a stream is not there any more: cut off at its beginning, or the stream deleted. */
export class HistoryCut extends Error {
  override readonly name = 'HistoryCut';
  readonly stream: StreamName;
  /** That was asked for. */
  readonly revision: number;
  /** The first that is there; undefined when nothing is. */
  readonly first: StoredEvent | undefined;
  constructor(stream: StreamName, revision: number, first?: StoredEvent) {
    super(
      `${stream} ${first ? `begins with revision ${first.revision}` : 'was deleted'}, revision ${revision} was asked for`,
    );
    this.stream = stream;
    this.revision = revision;
    this.first = first;
  }
}

/** The store cannot be reached or is not ready; the same append may be tried again with the same event ids. */
export class EventStoreUnavailable extends OutsideFailure {
  override readonly name = 'EventStoreUnavailable';
}

/** The store answers, and does not do it: this name may not, or it is not as it should be. */
export class EventStoreRefused extends OutsideFailure {
  override readonly name = 'EventStoreRefused';
}

/** More than 1 MiB in one append. */
export class AppendTooLarge extends Error {
  override readonly name = 'AppendTooLarge';
}
