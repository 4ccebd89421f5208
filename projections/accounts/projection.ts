import type { Projection } from '../engine/projection.ts';
import { byKey, idOf, loadRows, saveRows } from '../engine/rows.ts';
import { type AccountRow, evolve, HANDLED, type Handled } from './row.ts';

export const accounts: Projection = {
  name: 'accounts',
  version: 6,
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
      reputation int NOT NULL, rating_count int NOT NULL, roles text[] NOT NULL, role_proposal json, joined_at bigint NOT NULL)`);
    await db.raw(`CREATE INDEX ON ${schema}.accounts (erase_at) WHERE erase_at IS NOT NULL`);
    await db.raw(`CREATE INDEX ON ${schema}.accounts USING gin (roles) WHERE roles <> '{member}'`);
    await db.raw(`CREATE INDEX ON ${schema}.accounts (id) WHERE role_proposal IS NOT NULL`);
    // staff look for people by the whole address or the beginning of a name
    await db.raw(`CREATE INDEX accounts_email ON ${schema}.accounts (lower(email))`);
    await db.raw(`CREATE INDEX accounts_name ON ${schema}.accounts (lower(username) text_pattern_ops)`);
  },
  apply: async (batch, tables) => {
    const events = batch as readonly Handled[];
    const rows = byKey(
      await loadRows<AccountRow>(
        tables,
        'accounts',
        'id',
        events.map(({ stream }) => idOf(stream)),
      ),
      'id',
    );
    for (const event of events) rows.set(idOf(event.stream), evolve(rows.get(idOf(event.stream)), event));
    await saveRows(tables, 'accounts', ['id'], rows.values());
  },
};
