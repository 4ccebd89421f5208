import type { Migration } from '../postgres/migrate.ts';

/** Everything can be rebuilt from the events except the signed checkpoints. */
export const transparencyMigrations: Migration[] = [
  {
    name: 'transparency_1',
    up: async (db) => {
      await db.raw(`
        CREATE TABLE tlog_progress (
          single boolean PRIMARY KEY DEFAULT true CHECK (single),
          size bigint NOT NULL,
          position text COLLATE "C",
          began_empty boolean NOT NULL
        );
        CREATE TABLE tlog_tiles (
          level smallint NOT NULL,
          place bigint NOT NULL,
          hashes bytea NOT NULL,
          first_position text COLLATE "C",
          PRIMARY KEY (level, place)
        );
        ALTER TABLE tlog_tiles ALTER COLUMN hashes SET STORAGE EXTERNAL;
        CREATE INDEX ON tlog_tiles (first_position) WHERE level = 0;
        CREATE TABLE tlog_streams (
          bucket integer NOT NULL,
          key bytea NOT NULL,
          stream text NOT NULL,
          revision integer NOT NULL,
          leaf bytea NOT NULL,
          PRIMARY KEY (bucket, key)
        );
        CREATE TABLE tlog_heads (
          size bigint PRIMARY KEY,
          position text COLLATE "C" NOT NULL,
          made_at bigint NOT NULL,
          note text NOT NULL,
          cosignatures text NOT NULL DEFAULT ''
        )
      `);
    },
  },
  {
    name: 'transparency_2',
    up: async (db) => {
      await db.raw(`
        CREATE TABLE tlog_map (
          depth smallint NOT NULL,
          place integer NOT NULL,
          alone boolean NOT NULL,
          hash bytea NOT NULL,
          PRIMARY KEY (depth, place)
        );
        CREATE TABLE tlog_keys (
          key text PRIMARY KEY,
          since bigint NOT NULL
        )
      `);
    },
  },
  {
    // Earlier releases wrote the table and may run beside this one; nothing here uses it.
    name: 'transparency_3_models',
    up: async (db) => {
      await db.raw(`
        CREATE TABLE tlog_models (
          root text PRIMARY KEY,
          checks text NOT NULL
        )
      `);
    },
  },
];
