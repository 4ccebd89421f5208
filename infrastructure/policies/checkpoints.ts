import type { Knex } from 'knex';
import type { Position } from '#application/ports/eventStore.ts';
import { openBatchedLookup } from '#application/subscriptions/batchedLookup.ts';
import type { Checkpoints } from '#application/subscriptions/storage.ts';

type Row = { name: string; position: Position };

const SAVE = `
  INSERT INTO policy_checkpoints (name, position) VALUES (?, ?)
  ON CONFLICT (name) DO UPDATE SET position = excluded.position WHERE policy_checkpoints.position < excluded.position`;

export const openCheckpoints = (db: Knex): Checkpoints => ({
  load: openBatchedLookup(async (names) => {
    const rows: Row[] = await db('policy_checkpoints').whereIn('name', names);
    return new Map(rows.map(({ name, position }) => [name, position]));
  }),
  save: async (name, position) => {
    await db.raw(SAVE, [name, position]);
  },
  all: async () => {
    const rows: Row[] = await db('policy_checkpoints');
    return new Map(rows.map(({ name, position }) => [name, position]));
  },
});
