import type { Knex } from 'knex';

/** Structurally the Migration of infrastructure/database: projections import no infrastructure. */
type Migration = { name: string; up(db: Knex): Promise<void> };

/**
 * What outlives every rebuild: how far each version of each read model is, and which reminders were sent.
 * The tables of the read models themselves are made by their `create`, in schemas of their own.
 */
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
];
