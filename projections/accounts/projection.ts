import { documentProjection } from '../engine/documentProjection.ts';
import { idOf, streamIds } from '../engine/rows.ts';
import { type AccountRow, evolve, HANDLED, type Handled } from './row.ts';

export const accounts = documentProjection<Handled, { accounts: AccountRow }>({
  name: 'accounts',
  version: 7,
  handles: HANDLED,
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.accounts (
      id text COLLATE "C" PRIMARY KEY, username text, email text, full_name text, address json, bank json,
      country text NOT NULL, status text NOT NULL, email_verified boolean NOT NULL, suspended boolean NOT NULL,
      terminated boolean NOT NULL, deletion_requested boolean NOT NULL, erase_at bigint,
      terms_accepted_at bigint NOT NULL, fee_accepted boolean NOT NULL,
      domestic_rate int, continental_rate int, international_rate int,
      has_bank boolean NOT NULL, bank_verified boolean NOT NULL, bank_rejected_reason text, payouts_held_until bigint,
      frozen_until bigint,
      reputation int NOT NULL, rating_count int NOT NULL, roles text[] NOT NULL, role_proposal json,
      termination_proposal json, joined_at bigint NOT NULL)`);
    await db.raw(`CREATE INDEX ON ${schema}.accounts (erase_at) WHERE erase_at IS NOT NULL`);
    await db.raw(`CREATE INDEX ON ${schema}.accounts USING gin (roles) WHERE roles <> '{member}'`);
    await db.raw(`CREATE INDEX ON ${schema}.accounts (id) WHERE role_proposal IS NOT NULL`);
    await db.raw(`CREATE INDEX ON ${schema}.accounts (id) WHERE termination_proposal IS NOT NULL`);
    // staff search by whole e-mail address or by the beginning of a username
    await db.raw(`CREATE INDEX accounts_email ON ${schema}.accounts (lower(email))`);
    await db.raw(`CREATE INDEX accounts_name ON ${schema}.accounts (lower(username) text_pattern_ops)`);
  },
  tables: { accounts: { key: ['id'], load: { id: streamIds } } },
  evolve: ({ accounts }, event) => accounts.put(evolve(accounts.get(idOf(event.stream)), event)),
});
