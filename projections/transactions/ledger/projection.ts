import { currencyOf } from '#domain/transactions/currency.ts';
import { postings } from '#domain/transactions/ledger.ts';
import type { Projection } from '../../engine/projection.ts';
import { loadRows, saveRows } from '../../engine/rows.ts';
import { createFoldTable, foldTransactions, TRANSACTION_EVENTS } from '../fold/fold.ts';
import { TRANSACTION_VERSION } from '../fold/version.ts';
import { NEVER_NEGATIVE, RULES } from './rules.ts';

type Entry = {
  position: string;
  place: number;
  event_id: string;
  fact: string;
  transaction_id: string;
  at: number;
  account: string;
  amount: number;
  /** What of it is kept for a seller: it stands in `fee_income`, and is no fee. */
  kept: number;
  /** Of the account, after this entry. */
  balance: number;
};

type Kept = { account: string; amount: number };

export const ledger: Projection = {
  name: 'ledger',
  version: 8 + TRANSACTION_VERSION,
  handles: TRANSACTION_EVENTS,
  create: async (db, schema) => {
    await createFoldTable(db, schema);
    await db.raw(`CREATE TABLE ${schema}.entries (
      position text COLLATE "C", place int, event_id text NOT NULL, fact text NOT NULL, transaction_id text COLLATE "C" NOT NULL, at bigint NOT NULL,
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
  apply: async (batch, tables) => {
    const entries: Omit<Entry, 'balance'>[] = [];
    const transactions = await foldTransactions(batch, tables, (event, id, before, after) => {
      const kept = after.keptForSeller - before.keptForSeller;
      for (const [place, { account, amount }] of postings(event, before).entries())
        entries.push({
          position: event.position,
          place,
          event_id: event.id,
          fact: event.type,
          transaction_id: id,
          at: event.data.at,
          account,
          amount,
          kept: account.startsWith('fee_income') ? kept : 0,
        });
    });
    const accounts = entries.map(({ account }) => account);
    const kept = new Map(
      (await loadRows<Kept>(tables, 'balances', 'account', accounts)).map(({ account, amount }) => [account, amount]),
    );
    const withBalances = entries.map((entry): Entry => {
      const balance = (kept.get(entry.account) ?? 0) + entry.amount;
      kept.set(entry.account, balance);
      return { ...entry, balance };
    });
    if (withBalances.length > 0)
      await tables.transaction.raw(
        `INSERT INTO ${tables.schema}.entries SELECT * FROM json_populate_recordset(null::${tables.schema}.entries, ?::json)`,
        [JSON.stringify(withBalances)],
      );
    const balances = [...kept].map(([account, amount]) => ({ account, amount }));
    await saveRows<Kept>(tables, 'balances', ['account'], balances);
    // last: a sale that is over must find its accounts empty
    const statuses = [...transactions].flatMap(([id, sale]) =>
      sale.status === 'draft' ? [] : [{ id, status: sale.status, currency: currencyOf(sale).toLowerCase() }],
    );
    await saveRows(tables, 'statuses', ['id'], statuses);
  },
};
