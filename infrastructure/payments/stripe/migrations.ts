import type { Migration } from '../../postgres/migrate.ts';

/** Stripe ids of our objects, and how far its books were read. Instants in epoch ms, amounts in cents. */
export const stripeMigrations: Migration[] = [
  {
    name: 'stripe_1',
    up: async (db) => {
      await db.raw(`
        CREATE SCHEMA stripe;
        CREATE TABLE stripe.accounts (
          fingerprint text PRIMARY KEY,
          account_id text NOT NULL UNIQUE
        );
        CREATE TABLE stripe.refunds (
          refund_id text NOT NULL,
          stripe_id text PRIMARY KEY,
          amount bigint NOT NULL,
          ended boolean NOT NULL DEFAULT false,
          created_at bigint NOT NULL
        );
        CREATE INDEX ON stripe.refunds (refund_id, created_at);
        CREATE TABLE stripe.payouts (
          payout_id text PRIMARY KEY,
          account_id text NOT NULL,
          transfer_id text NOT NULL,
          amount bigint NOT NULL,
          stripe_id text,
          arrived boolean NOT NULL DEFAULT false,
          recalled boolean NOT NULL DEFAULT false,
          created_at bigint NOT NULL
        );
        CREATE INDEX ON stripe.payouts (payout_id) WHERE NOT arrived AND NOT recalled;
        CREATE INDEX ON stripe.refunds (stripe_id) WHERE NOT ended;
        CREATE TABLE stripe.books (
          singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
          read_until bigint NOT NULL DEFAULT 0,
          seen text[] NOT NULL DEFAULT '{}',
          total bigint NOT NULL DEFAULT 0
        );
        INSERT INTO stripe.books DEFAULT VALUES;
      `);
    },
  },
  {
    name: 'stripe_2',
    // `number`: the next idempotency key. Most calls never need a row.
    up: async (db) => {
      await db.raw(`
        CREATE TABLE stripe.keys (
          key text PRIMARY KEY,
          number integer NOT NULL,
          since bigint NOT NULL
        );
      `);
    },
  },
];
