import type { Knex } from 'knex';
import type { TransactionId } from '#domain/shared/ids.ts';
import type { Cents } from '#domain/shared/money.ts';

export type Balance = { account: string; amount: Cents };
export type LedgerEntry = { account: string; amount: Cents; transactionId: TransactionId; eventId: string; at: number };

/** Of one sale's own accounts (`escrow:{tx}`, `seller_payable:{tx}` …), or of all accounts; those at zero are left out. */
export const balancesOf = async (db: Knex, transaction?: TransactionId): Promise<Balance[]> => {
  const { rows } = await db.raw<{ rows: Balance[] }>(
    `SELECT account, amount FROM read_ledger.balances
      WHERE amount <> 0 ${transaction === undefined ? '' : 'AND account IN (SELECT account FROM read_ledger.entries WHERE transaction_id = ?)'}
        ${transaction === undefined ? '' : "AND position(':' IN account) > 0"}
      ORDER BY account`,
    transaction === undefined ? [] : [transaction],
  );
  return rows;
};

/** Sums over all sales by kind of account: `escrow`, `fee_income`, `psp_clearing` … */
export const ledgerTotals = async (db: Knex): Promise<Record<string, Cents>> => {
  const { rows } = await db.raw<{ rows: Balance[] }>(
    "SELECT split_part(account, ':', 1) AS account, sum(amount)::bigint AS amount FROM read_ledger.balances GROUP BY 1 ORDER BY 1",
  );
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
};

/** In the order in which they were posted. */
export const entriesOf = async (db: Knex, transaction: TransactionId): Promise<LedgerEntry[]> => {
  const { rows } = await db.raw<{ rows: LedgerEntry[] }>(
    `SELECT account, amount, transaction_id AS "transactionId", event_id AS "eventId", at
       FROM read_ledger.entries WHERE transaction_id = ? ORDER BY position, place`,
    [transaction],
  );
  return rows;
};
