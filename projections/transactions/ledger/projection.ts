import { currencyOf } from '#domain/transactions/currency.ts';
import { postings } from '#domain/transactions/ledger.ts';
import { loadRows, saveRows } from '../../engine/rows.ts';
import { foldProjection } from '../fold/fold.ts';
import { NEVER_NEGATIVE, RULES } from './rules.ts';

type Entry = {
  position: string;
  place: number;
  event_id: string;
  revision: number;
  fact: string;
  transaction_id: string;
  at: number;
  account: string;
  amount: number;
  /** The part of `fee_income` that belongs to the seller. */
  kept: number;
  /** The account's balance after this entry. */
  balance: number;
};

type Balance = { account: string; amount: number };

export const ledger = foldProjection({
  name: 'ledger',
  version: 9,
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.entries (
      position text COLLATE "C", place int, event_id text NOT NULL, revision int NOT NULL, fact text NOT NULL, transaction_id text COLLATE "C" NOT NULL, at bigint NOT NULL,
      account text COLLATE "C" NOT NULL, amount bigint NOT NULL, kept bigint NOT NULL DEFAULT 0, balance bigint NOT NULL,
      PRIMARY KEY (position, place), ${NEVER_NEGATIVE('account', 'balance')})`);
    await db.raw(`CREATE INDEX entries_transaction ON ${schema}.entries (transaction_id, position, place)`);
    await db.raw(
      `CREATE TABLE ${schema}.balances (account text COLLATE "C" PRIMARY KEY, amount bigint NOT NULL, ${NEVER_NEGATIVE('account', 'amount')})`,
    );
    await db.raw(
      `CREATE TABLE ${schema}.statuses (id text COLLATE "C" PRIMARY KEY, status text NOT NULL, currency text NOT NULL)`,
    );
    await db.raw(RULES(schema));
  },
  apply: async ({ steps, states }, tables) => {
    const entries = steps.flatMap(({ event, id, before, after }) => {
      const kept = after.keptForSeller - before.keptForSeller;
      return postings(event, before).map(({ account, amount }, place) => ({
        position: event.position,
        place,
        event_id: event.id,
        revision: event.revision,
        fact: event.type,
        transaction_id: id,
        at: event.data.at,
        account,
        amount,
        kept: account.startsWith('fee_income') ? kept : 0,
      }));
    });
    const accounts = entries.map(({ account }) => account);
    const loaded = await loadRows<Balance>(tables, 'balances', 'account', accounts);
    const balances = new Map(loaded.map(({ account, amount }) => [account, amount]));
    const withBalances = entries.map((entry): Entry => {
      const balance = (balances.get(entry.account) ?? 0) + entry.amount;
      balances.set(entry.account, balance);
      return { ...entry, balance };
    });
    if (withBalances.length > 0)
      await tables.transaction.raw(
        `INSERT INTO ${tables.schema}.entries SELECT * FROM json_populate_recordset(null::${tables.schema}.entries, ?::json)`,
        [JSON.stringify(withBalances)],
      );
    const saved = [...balances].map(([account, amount]) => ({ account, amount }));
    await saveRows<Balance>(tables, 'balances', ['account'], saved);
    // last: a trigger checks that a transaction that is over has empty accounts
    const statuses = [...states].flatMap(([id, sale]) =>
      sale.status === 'draft' ? [] : [{ id, status: sale.status, currency: currencyOf(sale).toLowerCase() }],
    );
    await saveRows(tables, 'statuses', ['id'], statuses);
  },
});
