import type { DomainEvent } from '#domain/events.ts';
import type { NewEvent, StoredEvent, StreamName } from './eventStore.ts';

/** A domain event with its envelope. Personal fields whose key is erased read as null. */
export type Recorded<Event = DomainEvent> = Event & Omit<StoredEvent, 'type' | 'data'>;

export type Provenance = Pick<NewEvent['metadata'], 'correlationId' | 'causationId' | 'actor' | 'commandId'>;

/** Between domain events and what a store keeps: schema, version, upcasters, encryption per subject, hash chain. */
export interface EventCodec {
  /** Event ids are derived from the command id and the place in the append, so that a retry writes the same ids. */
  encode(
    stream: StreamName,
    events: readonly DomainEvent[],
    provenance: Provenance,
    previousHash: string | null,
  ): Promise<NewEvent[]>;
  /** Upcasts and decrypts, many at once because keys are fetched together. @throws on a type or shape that no schema knows. */
  decode(events: readonly StoredEvent[]): Promise<Recorded[]>;
}
