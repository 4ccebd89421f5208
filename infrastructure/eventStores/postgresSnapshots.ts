import type { Knex } from 'knex';
import type { Snapshots } from '#application/streams/snapshots.ts';
import type { Migration } from '../postgres/migrate.ts';

const TABLE = 'stream_snapshots';

export const snapshotMigrations: Migration[] = [
  {
    name: '2026-11-stream-snapshots',
    up: (db) =>
      db.schema.createTable(TABLE, (table) => {
        table.specificType('stream', 'text COLLATE "C"').primary();
        table.integer('revision').notNullable();
        table.text('version').notNullable();
        table.text('content').notNullable();
        table.text('checksum').notNullable();
      }),
  },
];

/** In PostgreSQL, whichever event store is used. */
export const openPostgresSnapshots = (db: Knex): Snapshots => ({
  find: async (stream) => db(TABLE).where({ stream }).first('stream', 'revision', 'version', 'content', 'checksum'),
  keep: async (snapshot) => {
    await db(TABLE).insert(snapshot).onConflict('stream').merge();
  },
});
