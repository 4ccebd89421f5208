import { z } from 'zod';
import type { DomainEvent } from '#domain/events.ts';
import type { NewEvent, StoredEvent, StreamName } from './eventStore.ts';

/** A domain event with its envelope. Personal fields whose key is erased read as null. */
export type Recorded<Event = DomainEvent> = Event & Omit<StoredEvent, 'type' | 'data'>;

export type Provenance = Pick<NewEvent['metadata'], 'correlationId' | 'causationId' | 'actor' | 'commandId'>;

/** Between domain events and what a store keeps: schema, version, lifting, encryption per subject, hash chain. */
export interface EventCodec {
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

const reasonOf = (cause: unknown): string => {
  if (cause instanceof z.ZodError)
    return cause.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  return cause instanceof Error ? cause.message : String(cause);
};
