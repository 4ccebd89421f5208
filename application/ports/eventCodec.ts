import { z } from 'zod';
import type { DomainEvent } from '#domain/events.ts';
import type { NewEvent, StoredEvent, StreamName } from './eventStore.ts';

/** A domain event with its envelope. Personal fields whose key is erased read as null. */
export type Recorded<Event = DomainEvent> = Event & Omit<StoredEvent, 'type' | 'data'>;

export type Provenance = Pick<NewEvent['metadata'], 'correlationId' | 'causationId' | 'actor' | 'commandId'>;

/** The newest version of each event type that a release reads; a type that is missing is not known to it. */
export type Reads = Readonly<Record<string, number>>;

/** Between domain events and what a store keeps: schema, version, lifting, encryption per subject, hash chain. */
export interface EventCodec {
  readonly reads: Reads;
  /** Event ids are derived from the command id and the place in the append, so that a retry writes the same ids. */
  encode(
    stream: StreamName,
    events: readonly DomainEvent[],
    provenance: Provenance,
    previousHash: string | null,
  ): Promise<NewEvent[]>;
  /** Decrypts and lifts to the present version, many at once because keys are fetched together. @throws UnreadableEvent */
  decode(events: readonly StoredEvent[]): Promise<Recorded[]>;
  /** The same without a key: personal fields read as null, as after an erasure. @throws UnreadableEvent */
  decodeClear(events: readonly StoredEvent[]): Recorded[];
}

/** What a subscriber of the log needs of it: to read, and to tell what it does not want from what it cannot know. */
export type Decoder = Pick<EventCodec, 'decode' | 'reads'>;

/** Whether a subscriber has to look at it. What is of no type that this release knows may be meant for anybody: nobody passes it by. */
export const concerns = (wanted: ReadonlySet<string>, { reads }: Pick<Decoder, 'reads'>, type: string): boolean =>
  wanted.has(type) || !Object.hasOwn(reads, type);

/** Why an event cannot be read that may be in order: its type, or its version, came after this release. */
export class NewerThanRelease extends Error {
  override readonly name = 'NewerThanRelease';
}

/**
 * A stored event that this release cannot read: a type, version or shape that it does not know, a lift that fails, ciphertext that
 * does not open. Trying again does not help. Of a shape that does not fit, the message names the fields and never what stands in them.
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

  /** Whoever meets it waits for a newer release; there is nothing wrong with the event. */
  get isNewer(): boolean {
    return this.cause instanceof NewerThanRelease;
  }
}

/** What is to be written cannot be said in a version that every process reads that runs now; nothing was written. */
export class NotReadByAll extends Error {
  override readonly name = 'NotReadByAll';
  constructor(type: string, why: string) {
    super(`${type} is not written yet: a process of another release does not read it${why && ` (${why})`}`);
  }
}

/** Whoever meets it can neither go on nor pass it by: another process reads it, or a later release of this one. */
export const isOfNewerRelease = (error: unknown): error is UnreadableEvent =>
  error instanceof UnreadableEvent && error.isNewer;

/** Two releases run at the same time, and this one has to wait for the other: the same may succeed when it has gone, or has come. */
export const waitsForRelease = (error: unknown): boolean => isOfNewerRelease(error) || error instanceof NotReadByAll;

const reasonOf = (cause: unknown): string => {
  if (cause instanceof z.ZodError)
    return cause.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  return cause instanceof Error ? cause.message : String(cause);
};

/** What one build of the program can do with what is stored. */
export type Release = {
  reads: Reads;
  /** The version of each read model that it knows. */
  readModels: Readonly<Record<string, number>>;
};

/** The releases whose processes run now, by what they have said of themselves. */
export interface LivingReleases {
  /** The newest version of each event type that every one of them reads; what is missing is unknown to one at least. */
  readByAll(): Promise<Reads>;
  /** Whether one of them knows a newer version of a read model than this. */
  knowNewer(readModel: string, version: number): Promise<boolean>;
}
