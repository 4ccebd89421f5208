import type { Migration } from '../postgres/migration.ts';

export const pushMigrations: Migration[] = [
  {
    name: '2026-11-24-push-subscriptions',
    up: async (db) => {
      await db.raw(`
        CREATE TABLE push_subscriptions (
          id text COLLATE "C" PRIMARY KEY,
          session_id char(32) NOT NULL UNIQUE REFERENCES sessions ON DELETE CASCADE,
          account_id text COLLATE "C" NOT NULL,
          -- Of ours that the browser was given: with another it takes no calls.
          vapid_key text COLLATE "C" NOT NULL,
          endpoint_hash text COLLATE "C" NOT NULL UNIQUE,
          sealed bytea NOT NULL,
          silent text[] NOT NULL,
          created_at timestamptz NOT NULL DEFAULT now()
        )
      `);
      await db.raw('CREATE INDEX push_subscriptions_account ON push_subscriptions (account_id)');
    },
  },
  {
    name: '2026-11-25-push-once-a-day',
    up: async (db) => {
      await db.raw("ALTER TABLE push_subscriptions ADD COLUMN daily text[] NOT NULL DEFAULT '{}'");
    },
  },
];
