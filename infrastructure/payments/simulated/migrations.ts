import type { Migration } from '../../postgres/migrate.ts';

/** The provider's own books, read by nothing else. Amounts in cents, instants in epoch ms. */
export const simulatedProviderMigrations: Migration[] = [
  {
    name: 'simulated_provider_1',
    up: async (db) => {
      await db.raw(`
        CREATE SCHEMA simulated_provider;
        CREATE TABLE simulated_provider.checkouts (
          id text PRIMARY KEY,
          idempotency_key text NOT NULL UNIQUE,
          transaction_id text NOT NULL,
          attempt integer NOT NULL,
          amount bigint NOT NULL,
          description text NOT NULL,
          strong_authentication boolean NOT NULL,
          return_url text NOT NULL,
          cancel_url text NOT NULL,
          expires_at bigint NOT NULL,
          created_at bigint NOT NULL,
          state text NOT NULL DEFAULT 'open',
          settles text,
          settles_at bigint
        );
        CREATE INDEX ON simulated_provider.checkouts (transaction_id, attempt);
        CREATE INDEX ON simulated_provider.checkouts (settles_at) WHERE state = 'processing';
        CREATE TABLE simulated_provider.payments (
          id text PRIMARY KEY,
          checkout_id text NOT NULL REFERENCES simulated_provider.checkouts,
          transaction_id text NOT NULL,
          captured bigint NOT NULL,
          currency text NOT NULL,
          paid_at bigint NOT NULL
        );
        CREATE TABLE simulated_provider.refunds (
          id text PRIMARY KEY,
          payment_id text NOT NULL REFERENCES simulated_provider.payments,
          transaction_id text NOT NULL,
          amount bigint NOT NULL,
          attempt integer NOT NULL,
          state text NOT NULL DEFAULT 'pending',
          outcome text NOT NULL,
          reason text,
          due_at bigint NOT NULL
        );
        CREATE TABLE simulated_provider.payouts (
          id text PRIMARY KEY,
          transaction_id text NOT NULL,
          amount bigint NOT NULL,
          destination_ends text NOT NULL,
          state text NOT NULL DEFAULT 'pending',
          outcome text NOT NULL,
          reason text,
          due_at bigint NOT NULL
        );
        CREATE TABLE simulated_provider.chargebacks (
          id text PRIMARY KEY,
          transaction_id text NOT NULL,
          amount bigint NOT NULL,
          state text NOT NULL
        );
        CREATE TABLE simulated_provider.webhooks (
          sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          event_id text NOT NULL UNIQUE,
          body text NOT NULL,
          attempts integer NOT NULL DEFAULT 0,
          next_attempt_at bigint NOT NULL,
          delivered_at bigint,
          last_error text
        );
        CREATE INDEX ON simulated_provider.webhooks (next_attempt_at) WHERE delivered_at IS NULL;
      `);
    },
  },
  {
    name: 'simulated_provider_2',
    up: async (db) => {
      await db.raw("ALTER TABLE simulated_provider.chargebacks ADD COLUMN currency text NOT NULL DEFAULT 'EUR'");
    },
  },
  {
    name: 'simulated_provider_3',
    up: async (db) => {
      for (const table of ['refunds', 'payouts', 'chargebacks'])
        await db.raw(`ALTER TABLE simulated_provider.${table} ADD COLUMN created_at bigint NOT NULL DEFAULT 0`);
    },
  },
  {
    name: 'simulated_provider_4',
    up: async (db) => {
      await db.raw('ALTER TABLE simulated_provider.chargebacks ADD COLUMN payment_id text');
    },
  },
  {
    name: 'simulated_provider_5',
    up: async (db) => {
      await db.raw(`ALTER TABLE simulated_provider.chargebacks ADD COLUMN reason text, ADD COLUMN respond_by bigint,
        ADD COLUMN evidence_attempt integer, ADD COLUMN evidence_characters integer`);
    },
  },
  {
    name: 'simulated_provider_6',
    up: async (db) => {
      await db.raw('ALTER TABLE simulated_provider.chargebacks ADD COLUMN evidence_bytes integer');
    },
  },
];
