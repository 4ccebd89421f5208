import type { Knex } from 'knex';
import type { ProviderEvents } from '#application/shared/storage.ts';
import type { ProviderEvent } from '#domain/transactions/commands.ts';

export const openProviderEvents = (db: Knex): ProviderEvents => ({
  keep: async (event, receivedAt) => {
    const written = await db('provider_events')
      .insert({ event_id: event.eventId, fact: JSON.stringify(event), received_at: receivedAt })
      .onConflict('event_id')
      .ignore()
      .returning('event_id');
    return written.length === 1;
  },
  find: async (eventId) => {
    const row: { fact: ProviderEvent } | undefined = await db('provider_events').where({ event_id: eventId }).first();
    return row?.fact;
  },
  unhandled: async (limit) => {
    const rows: { fact: ProviderEvent }[] = await db('provider_events')
      .whereNull('handled_at')
      .orderBy('sequence')
      .limit(limit);
    return rows.map(({ fact: event }) => event);
  },
  markHandled: async (eventId, at, outcome) => {
    await db('provider_events').where({ event_id: eventId }).update({ handled_at: at, outcome });
  },
});
