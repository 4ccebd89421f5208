import type { StoredEvent } from '#application/ports/eventStore.ts';
import type { SubjectKeys } from '#application/ports/keys.ts';
import type { DomainEvent } from '#domain/events.ts';
import type { EventDefinitions } from '#domain/shared/events.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import { openMemoryEventStore } from '#infrastructure/eventStores/memoryEventStore.ts';

/** The events of one command. */
export type Act = { actor: { id: string; role: string }; events: readonly { type: string; data: unknown }[] };

/** The stored bytes of a new stream, one append per act. */
export const storedBy = async (
  settings: { keys: SubjectKeys; definitions: EventDefinitions },
  stream: string,
  acts: readonly Act[],
): Promise<StoredEvent[]> => {
  const codec = createEventCodec(settings);
  const store = openMemoryEventStore();
  let hash: string | null = null;
  let revision: number | 'none' = 'none';
  for (const [number, { actor, events }] of acts.entries()) {
    const commandId = `command-${number}`;
    const provenance = { commandId, correlationId: commandId, causationId: 'a request', actor: actor as never };
    const stored = await codec.encode(stream, events as readonly DomainEvent[], provenance, hash);
    revision = (await store.append(stream, stored, revision)).revision;
    hash = stored.at(-1)?.metadata.hash ?? hash;
  }
  return store.readStream(stream);
};
