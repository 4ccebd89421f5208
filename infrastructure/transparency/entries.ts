import type { Knex } from 'knex';
import type { EventStore, Position, StoredEvent, StreamName } from '#application/ports/eventStore.ts';
import { ENTRY_FORM, entryOf, factOf } from '#application/transparency/factEntry.ts';

/** The facts in their order, each as the text that its leaf is made of. */
export type Entries = {
  read(after: Position | undefined, limit: number): Promise<string[]>;
  /** Of one stream, all of them. */
  ofStream(stream: StreamName): Promise<string[]>;
};

/** As `entryOf` makes it, of the very bytes that are stored. */
const ENTRY = `
  SELECT concat_ws(E'\\n', '${ENTRY_FORM}', id, stream, revision, lpad(position::text, 20, '0'), recorded_at, type, version,
                   octet_length(data::text)) || E'\\n' || data::text || metadata::text AS entry
    FROM events`;
const ENTRIES = `${ENTRY} WHERE position > ? ORDER BY position LIMIT ?`;
const OF_STREAM = `${ENTRY} WHERE stream = ? ORDER BY revision`;

export const entriesInPostgres = (db: Knex): Entries => {
  const ask = async (query: string, values: (string | number)[]): Promise<string[]> => {
    const { rows } = await db.raw<{ rows: { entry: string }[] }>(query, values);
    return rows.map(({ entry }) => entry);
  };
  return {
    read: (after, limit) => ask(ENTRIES, [after ?? '0', limit]),
    ofStream: (stream) => ask(OF_STREAM, [stream]),
  };
};

export const entriesInStore = (store: Pick<EventStore, 'readAll' | 'readStream'>): Entries => {
  const textsOf = (events: readonly StoredEvent[]): string[] => events.map((event) => entryOf(factOf(event)));
  return {
    read: async (after, limit) => textsOf(await store.readAll({ after, limit })),
    ofStream: async (stream) => textsOf(await store.readStream(stream)),
  };
};
