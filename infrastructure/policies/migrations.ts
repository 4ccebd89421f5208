import type { Migration } from '../postgres/migrate.ts';

/** State of the policies: checkpoints, schedule and provider events. Instants in epoch ms. */
export const policyMigrations: Migration[] = [
  {
    name: 'policies_1',
    up: async (db) => {
      await db.raw(`
        CREATE TABLE policy_checkpoints (
          name text PRIMARY KEY,
          position text COLLATE "C" NOT NULL
        );
        CREATE TABLE policy_agenda (
          id text PRIMARY KEY,
          kind text NOT NULL,
          subject text NOT NULL,
          due_at bigint,
          data jsonb NOT NULL
        );
        CREATE INDEX ON policy_agenda (due_at) WHERE due_at IS NOT NULL;
        CREATE INDEX ON policy_agenda (kind, subject);
        CREATE TABLE provider_events (
          sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          event_id text NOT NULL UNIQUE,
          fact jsonb NOT NULL,
          received_at bigint NOT NULL,
          handled_at bigint,
          outcome text
        );
        CREATE INDEX ON provider_events (sequence) WHERE handled_at IS NULL;
      `);
    },
  },
  {
    name: 'policies_2_recurring_work',
    up: async (db) => {
      await db.raw(`
        CREATE TABLE recurring_work (
          work text PRIMARY KEY,
          period text COLLATE "C" NOT NULL,
          waiting_since bigint
        )
      `);
    },
  },
  {
    name: 'policies_3_seal_in_progress',
    up: async (db) => {
      await db.raw(`
        CREATE TABLE seal_in_progress (
          place smallint PRIMARY KEY DEFAULT 1 CHECK (place = 1),
          position text COLLATE "C" NOT NULL,
          events bigint NOT NULL,
          digest text NOT NULL
        )
      `);
    },
  },
  {
    name: 'policies_4_handles',
    up: (db) =>
      db.raw(`
        CREATE TABLE policy_handles (
          name text PRIMARY KEY,
          handles text[] NOT NULL,
          knows text[] NOT NULL,
          missed jsonb NOT NULL DEFAULT '{}'
        )
      `),
  },
  {
    name: 'policies_5_reconciliation',
    up: async (db) => {
      await db.raw(`
        CREATE TABLE provider_objects (
          kind text NOT NULL,
          id text NOT NULL,
          object jsonb NOT NULL,
          created_at bigint NOT NULL,
          since bigint NOT NULL,
          run text NOT NULL,
          PRIMARY KEY (kind, id)
        );
        CREATE INDEX ON provider_objects (kind, created_at);
        CREATE TABLE reconciliation (
          place smallint PRIMARY KEY DEFAULT 1 CHECK (place = 1),
          under_way jsonb,
          last jsonb
        );
        INSERT INTO reconciliation DEFAULT VALUES
      `);
    },
  },
  {
    name: 'policies_6_read_model_checks',
    up: async (db) => {
      await db.raw(`
        CREATE TABLE read_model_checks (
          name text PRIMARY KEY,
          night text NOT NULL,
          found jsonb NOT NULL
        )
      `);
    },
  },
];
