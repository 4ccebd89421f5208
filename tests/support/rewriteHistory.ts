import type { Knex } from 'knex';
import type { EventStore, StoredEvent } from '#application/ports/eventStore.ts';
import { hashOf } from '#infrastructure/crypto/hashChain.ts';

/** Rewrites an event and all following hashes of its stream, as an attacker with the database could. */
export const rewriteHistory = async (
  { store, knex }: { store: EventStore; knex: Knex },
  stream: string,
  revision: number,
  change: (event: StoredEvent) => StoredEvent,
): Promise<void> => {
  let prevHash: string | null = null;
  for (const event of await store.readStream(stream)) {
    const changed = event.revision === revision ? change(event) : event;
    const metadata = { ...changed.metadata, prevHash };
    const hash = hashOf(stream, { ...changed, metadata });
    prevHash = hash;
    await knex('events')
      .where({ stream, revision: event.revision })
      .update({ data: JSON.stringify(changed.data), metadata: JSON.stringify({ ...metadata, hash }) });
  }
};
