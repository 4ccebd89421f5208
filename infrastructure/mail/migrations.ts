import type { Migration } from '../postgres/migrate.ts';

/** The outbox of the embedded mode, and the ids of mails sent by SMTP. `sent_at` in epoch ms. */
export const outboxMigrations: Migration[] = [
  {
    name: 'outbox_1',
    up: async (db) => {
      await db.raw(`
        CREATE TABLE outbox (
          sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          id text NOT NULL UNIQUE,
          recipient text NOT NULL,
          subject text NOT NULL,
          text text NOT NULL,
          html text NOT NULL,
          sent_at bigint NOT NULL
        )
      `);
    },
  },
  {
    name: 'outbox_2_reply_to',
    up: async (db) => {
      await db.raw('ALTER TABLE outbox ADD COLUMN reply_to text');
    },
  },
  {
    name: 'sent_mails_1',
    up: async (db) => {
      await db.raw(`
        CREATE TABLE sent_mails (
          id text PRIMARY KEY,
          sent_at bigint NOT NULL,
          outcome text NOT NULL CHECK (outcome IN ('accepted', 'refused'))
        );
        CREATE INDEX ON sent_mails (sent_at)
      `);
    },
  },
];
