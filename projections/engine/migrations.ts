import type { Knex } from 'knex';

/** Has the shape of the infrastructure's Migration, which projections may not import. */
type Migration = { name: string; up(db: Knex): Promise<void> };

/** Tables that outlive rebuilds: checkpoints, sent reminders and the quarantine. Each read model creates its own tables. */
export const projectionMigrations: Migration[] = [
  {
    name: 'projections-01-checkpoints',
    up: async (db) => {
      await db.raw('CREATE SCHEMA projections');
      await db.raw(`CREATE TABLE projections.checkpoints (
        name text NOT NULL,
        state text NOT NULL CHECK (state IN ('live', 'next')),
        version int NOT NULL,
        position text COLLATE "C",
        stopped_at bigint,
        stopped_by text,
        PRIMARY KEY (name, state)
      )`);
    },
  },
  {
    name: 'projections-02-fired-reminders',
    up: async (db) => {
      await db.raw(`CREATE TABLE projections.fired_reminders (
        transaction_id text NOT NULL,
        kind text NOT NULL,
        due_at bigint NOT NULL,
        fired_at bigint NOT NULL,
        PRIMARY KEY (transaction_id, kind, due_at)
      )`);
    },
  },
  {
    name: 'projections-03-similar-words',
    up: async (db) => {
      await db.raw('CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public');
    },
  },
  {
    name: 'projections-04-quarantine',
    up: async (db) => {
      await db.raw(`
        CREATE TABLE projections.quarantine (
          stream text COLLATE "C" PRIMARY KEY,
          revision int NOT NULL,
          position text COLLATE "C" NOT NULL,
          event_id text NOT NULL,
          type text NOT NULL,
          reason text NOT NULL,
          found_by text NOT NULL,
          because text COLLATE "C",
          since bigint NOT NULL,
          found_at timestamptz NOT NULL DEFAULT now(),
          retrying boolean NOT NULL DEFAULT false
        );
        CREATE TABLE projections.passed_by (
          stream text COLLATE "C" NOT NULL REFERENCES projections.quarantine,
          reader text NOT NULL,
          is_read_model boolean NOT NULL,
          from_revision int NOT NULL,
          up_to int NOT NULL,
          PRIMARY KEY (stream, reader)
        );
      `);
    },
  },
  {
    name: 'projections-05-handles',
    up: async (db) => {
      await db.raw('ALTER TABLE projections.checkpoints ADD COLUMN handles text[], ADD COLUMN knows text[]');
    },
  },
];
