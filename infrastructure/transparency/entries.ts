import type { Knex } from 'knex';
import type { EventStore, Position } from '#application/ports/eventStore.ts';
import { ENTRY_FORM, entryOf, factOf } from '#application/transparency/factEntry.ts';

/** The facts in their order, each as the text that its leaf is made of. */
export type Entries = { read(after: Position | undefined, limit: number): Promise<string[]> };

/** As `entryOf` makes it, of the very bytes that are stored. */
const ENTRIES = `
  SELECT concat_ws(E'\\n', '${ENTRY_FORM}', id, stream, revision, lpad(position::text, 20, '0'), recorded_at, type, version,
                   octet_length(data::text)) || E'\\n' || data::text || metadata::text AS entry
    FROM events WHERE position > ? ORDER BY position LIMIT ?`;

export const entriesInPostgres = (db: Knex): Entries => ({
  read: async (after, limit) => {
    const { rows } = await db.raw<{ rows: { entry: string }[] }>(ENTRIES, [after ?? '0', limit]);
    return rows.map(({ entry }) => entry);
  },
});

export const entriesInStore = (store: Pick<EventStore, 'readAll'>): Entries => ({
  read: async (after, limit) => (await store.readAll({ after, limit })).map((event) => entryOf(factOf(event))),
});
