import { OutsideFailure } from './failures.ts';

/** `{category}-{id}`. Ids contain no hyphen, so the category ends at the first one. */
export type StreamName = string;

/**
 * A place in the order of all events. Opaque outside the store: 20 digits, zero-padded, so that `<` in TypeScript
 * and `COLLATE "C"` in SQL agree. Only positions of delivered events are stored.
 */
export type Position = string;

/** JSON as stored: personal fields are ciphertext. */
export type StoredData = Record<string, unknown>;

export type EventMetadata = {
  correlationId: string;
  causationId: string;
  actor: { id: string; role: string };
  commandId: string;
  /** Hash of the previous event in the stream; null on the first. */
  prevHash: string | null;
  /** SHA-256 over the canonical JSON of the envelope without this field. */
  hash: string;
};

export type NewEvent = {
  /** UUID with or without hyphens. Appending a stored id again writes nothing and returns the first result. */
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
  /** When the store recorded it, epoch ms. */
  recordedAt: number;
};

export type Appended = { revision: number; position: Position };

export type Subscription = {
  /** Exclusive; undefined starts at the first event. */
  after: Position | undefined;
  signal: AbortSignal;
  /** Maximum number of events per delivery. */
  batchSize?: number;
};

/** Events arrive in order, exactly once. `caughtUp`: no newer event is known. */
export type Delivery = { kind: 'events'; events: StoredEvent[] } | { kind: 'caughtUp' };

/** A manual setting at the store that removes events of a stream, now or later. `by`: which setting. */
export type Cut = { stream: StreamName; by: string };

/** There is no "any" revision: this makes a retry with the same event ids harmless in every adapter. */
export interface EventStore {
  /** Durable once it resolves. At most 1 MiB. @throws StreamMoved when the stream is not at `expected` */
  append(stream: StreamName, events: readonly NewEvent[], expected: 'none' | number): Promise<Appended>;
  /** At most `limit` events, in order from revision `from`; empty for an unknown stream. @throws HistoryCut for a deleted one */
  readStream(stream: StreamName, options?: { from?: number; limit?: number }): Promise<StoredEvent[]>;
  /** Up to `limit` events after a position. */
  readAll(options: { after?: Position | undefined; limit: number }): Promise<StoredEvent[]>;
  /** Reconnects on its own; ends only when `signal` aborts. */
  subscribeAll(subscription: Subscription): AsyncIterable<Delivery>;
  /** All streams with such a setting. Slow: reads the whole log. */
  cuts(): Promise<Cut[]>;
  /** The last known position; undefined for an empty store. */
  head(): Promise<Position | undefined>;
  close(): Promise<void>;
}

/** Another append came first: load and decide again. */
export class StreamMoved extends Error {
  override readonly name = 'StreamMoved';
  readonly stream: StreamName;
  constructor(stream: StreamName) {
    super(`stream ${stream} is not at the expected revision`);
    this.stream = stream;
  }
}

/** Events of the stream are gone: its beginning was truncated, or it was deleted. */
export class HistoryCut extends Error {
  override readonly name = 'HistoryCut';
  readonly stream: StreamName;
  /** The requested revision. */
  readonly revision: number;
  /** The first event that still exists, if any. */
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

/** The store is unreachable or not ready. The same append can be retried with the same event ids. */
export class EventStoreUnavailable extends OutsideFailure {
  override readonly name = 'EventStoreUnavailable';
}

/** The store refuses: missing rights or a wrong configuration. */
export class EventStoreRefused extends OutsideFailure {
  override readonly name = 'EventStoreRefused';
}

/** More than 1 MiB in one append. */
export class AppendTooLarge extends Error {
  override readonly name = 'AppendTooLarge';
}
