import type { Knex } from 'knex';
import type { ProviderEvents } from '#application/ports/providerEvents.ts';
import type { ProviderFact } from '#domain/transactions/commands.ts';

export const openProviderEvents = (db: Knex): ProviderEvents => ({
  keep: async (fact, receivedAt) => {
    const written = await db('provider_events')
      .insert({ event_id: fact.eventId, fact: JSON.stringify(fact), received_at: receivedAt })
      .onConflict('event_id')
      .ignore()
      .returning('event_id');
    return written.length === 1;
  },
  find: async (eventId) => {
    const row: { fact: ProviderFact } | undefined = await db('provider_events').where({ event_id: eventId }).first();
    return row?.fact;
  },
  unhandled: async (limit) => {
    const rows: { fact: ProviderFact }[] = await db('provider_events')
      .whereNull('handled_at')
      .orderBy('sequence')
      .limit(limit);
    return rows.map(({ fact }) => fact);
  },
  markHandled: async (eventId, at, outcome) => {
    await db('provider_events').where({ event_id: eventId }).update({ handled_at: at, outcome });
  },
});
