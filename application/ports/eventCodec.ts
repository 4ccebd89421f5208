import { z } from 'zod';
import type { DomainEvent } from '#domain/events.ts';
import type { NewEvent, StoredEvent, StreamName } from './eventStore.ts';

/** A domain event with its envelope. Personal fields read as null after their key is erased. */
export type Recorded<Event = DomainEvent> = Event & Omit<StoredEvent, 'type' | 'data'>;

export type Provenance = Pick<NewEvent['metadata'], 'correlationId' | 'causationId' | 'actor' | 'commandId'>;

/** The newest version of each event type that a release can read. A missing type is unknown to it. */
export type Reads = Readonly<Record<string, number>>;

/**
 * Translates between domain events and stored events: schema, version, upcasting, encryption per subject, hash
 * chain.
 */
export interface EventCodec {
  readonly reads: Reads;
  /** Event ids derive from the command id and the index in the append, so that a retry writes the same ids. */
  encode(
    stream: StreamName,
    events: readonly DomainEvent[],
    provenance: Provenance,
    previousHash: string | null,
  ): Promise<NewEvent[]>;
  /** Decrypts and upcasts. Takes many at once because keys are fetched together. @throws UnreadableEvent */
  decode(events: readonly StoredEvent[]): Promise<Recorded[]>;
  /** Like `decode`, but without keys: personal fields read as null. @throws UnreadableEvent */
  decodeClear(events: readonly StoredEvent[]): Recorded[];
}

/** Enough of the codec for a subscriber: read events, and tell unwanted types from unknown ones. */
export type Decoder = Pick<EventCodec, 'decode' | 'reads'>;

/**
 * Whether a subscriber must look at an event of this type. A type unknown to this release may concern anybody, so
 * nobody skips it.
 */
export const concerns = (wanted: ReadonlySet<string>, { reads }: Pick<Decoder, 'reads'>, type: string): boolean =>
  wanted.has(type) || !Object.hasOwn(reads, type);

/** The event is probably fine, but its type or version is newer than this release. */
export class NewerThanRelease extends Error {
  override readonly name = 'NewerThanRelease';
}

/**
 * A stored event that this release cannot read: unknown type, version or shape, a failing upcast, or undecryptable
 * data. Retrying does not help. The message names fields but never their values.
 */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';
  readonly stream: StreamName;
  readonly revision: number;
  readonly type: string;
  readonly version: number;
  readonly event: Pick<StoredEvent, 'id' | 'position'>;
  constructor({ stream, revision, type, version, id, position }: StoredEvent, cause: unknown) {
    super(`${type} (version ${version}) at revision ${revision} of ${stream} cannot be read: ${reasonOf(cause)}`, {
      cause,
    });
    this.stream = stream;
    this.revision = revision;
    this.type = type;
    this.version = version;
    this.event = { id, position };
  }

  /** The event is fine: readers wait for a newer release. */
  get isNewer(): boolean {
    return this.cause instanceof NewerThanRelease;
  }
}

/** A running process of another release could not read this event, so nothing was written. */
export class NotReadByAll extends Error {
  override readonly name = 'NotReadByAll';
  constructor(type: string, why: string) {
    super(`${type} is not written yet: a process of another release does not read it${why && ` (${why})`}`);
  }
}

/** A reader can neither process nor skip such an event; it waits for a newer release. */
export const isOfNewerRelease = (error: unknown): error is UnreadableEvent =>
  error instanceof UnreadableEvent && error.isNewer;

/** Two releases run at the same time. The same work may succeed once one of them is gone. */
export const waitsForRelease = (error: unknown): boolean => isOfNewerRelease(error) || error instanceof NotReadByAll;

const reasonOf = (cause: unknown): string => {
  if (cause instanceof z.ZodError)
    return cause.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  return cause instanceof Error ? cause.message : String(cause);
};

/** The events and read models that one build of the program understands. */
export type Release = {
  reads: Reads;
  /** The version of each read model that it knows. */
  readModels: Readonly<Record<string, number>>;
};

/** The releases that currently run, as their processes report them. */
export interface LivingReleases {
  /** The newest version of each event type that every one of them reads. A missing type is unknown to at least one. */
  readByAll(): Promise<Reads>;
  /** Whether one of them knows a newer version of this read model. */
  knowNewer(readModel: string, version: number): Promise<boolean>;
}
