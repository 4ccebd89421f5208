import type { Knex } from 'knex';
import type { BalanceAnswer, LedgerEntryAnswer, TAccountAnswer } from '#application/contract/audit.ts';
import type { Position } from '#application/ports/eventStore.ts';
import type { Books } from '#domain/reconciliation/bookChecks.ts';
import { toUnits } from '#domain/shared/currencies.ts';
import type { TransactionId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { Cents } from '#domain/shared/money.ts';
import { shortTransactionId } from '#domain/shared/shortIds.ts';
import { currencyOfAccount } from '#domain/transactions/ledgerAccounts.ts';
import { TERMINAL } from '#domain/transactions/state.ts';
import { type BookedPosting, type TAccount, tAccountsOf } from '#domain/transactions/tAccount.ts';
import { EMPTY_AT_THE_END } from './rules.ts';

export type Balance = { account: string; amount: Cents };
export type LedgerEntry = { account: string; amount: Cents; transactionId: TransactionId; eventId: string; at: number };

export const shownTAccount = ({ currency, ...sums }: TAccount): TAccountAnswer => ({
  currency,
  captured: toUnits(sums.captured, currency),
  covered: toUnits(sums.covered, currency),
  refunded: toUnits(sums.refunded, currency),
  chargedBack: toUnits(sums.chargedBack, currency),
  paidOut: toUnits(sums.paidOut, currency),
  fees: toUnits(sums.fees, currency),
  held: toUnits(sums.held, currency),
  difference: toUnits(sums.difference, currency),
});

export const shownBalance = ({ account, amount }: Balance): BalanceAnswer => {
  const currency = currencyOfAccount(account);
  return { account, amount: toUnits(amount, currency), currency };
};

export const shownEntry = ({ amount, at, ...entry }: LedgerEntry): LedgerEntryAnswer => ({
  ...entry,
  ...shownBalance({ account: entry.account, amount }),
  shortId: shortTransactionId(entry.transactionId),
  at: new Date(at).toISOString(),
});

/** The transaction's part of each account, without zero balances. */
export const balancesOf = async (db: Knex, transaction: TransactionId): Promise<Balance[]> => {
  const { rows } = await db.raw<{ rows: Balance[] }>(
    `SELECT account, sum(amount)::bigint AS amount FROM read_ledger.entries WHERE transaction_id = ?
      GROUP BY account HAVING sum(amount) <> 0 ORDER BY account`,
    [transaction],
  );
  return rows;
};

/** Computed from the entries, so that a missing or wrong one shows. */
export const tAccountsOfTransaction = async (db: Knex, transaction: TransactionId): Promise<TAccount[]> => {
  const { rows } = await db.raw<{ rows: BookedPosting[] }>(
    `SELECT account, amount, event_id AS "eventId", fact AS type, kept FROM read_ledger.entries WHERE transaction_id = ? ORDER BY position, place`,
    [transaction],
  );
  return tAccountsOf(rows);
};

/** Totals by kind of account: `escrow`, `fee_income`, `psp_clearing`, `psp_clearing.usd` … */
export const ledgerTotals = async (db: Knex): Promise<Record<string, Cents>> => {
  const { rows } = await db.raw<{ rows: Balance[] }>(
    "SELECT split_part(account, ':', 1) AS account, sum(amount)::bigint AS amount FROM read_ledger.balances GROUP BY 1 ORDER BY 1",
  );
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
};

/** In posting order. */
export const entriesOf = async (db: Knex, transaction: TransactionId): Promise<LedgerEntry[]> => {
  const { rows } = await db.raw<{ rows: LedgerEntry[] }>(
    `SELECT account, amount, transaction_id AS "transactionId", event_id AS "eventId", at
       FROM read_ledger.entries WHERE transaction_id = ? ORDER BY position, place`,
    [transaction],
  );
  return rows;
};

/** Newest first; `until` is exclusive. */
export const entriesPage = async (
  db: Knex,
  filter: { transaction?: TransactionId | undefined; from?: Instant | undefined; until?: Instant | undefined },
  { page, limit }: { page: number; limit: number },
): Promise<{ entries: LedgerEntry[]; totalCount: number }> => {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const where = (condition: string, value: string | number | undefined): void => {
    if (value === undefined) return;
    conditions.push(condition);
    values.push(value);
  };
  where('transaction_id = ?', filter.transaction);
  where('at >= ?', filter.from);
  where('at < ?', filter.until);
  const from = `FROM read_ledger.entries ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}`;
  const [{ rows }, counted] = await Promise.all([
    db.raw<{ rows: LedgerEntry[] }>(
      `SELECT account, amount, transaction_id AS "transactionId", event_id AS "eventId", at ${from}
        ORDER BY position DESC, place DESC LIMIT ? OFFSET ?`,
      [...values, limit, (page - 1) * limit],
    ),
    db.raw<{ rows: { n: number }[] }>(`SELECT count(*)::int AS n ${from}`, values),
  ]);
  return { entries: rows, totalCount: counted.rows[0]!.n };
};

const POSITION = "SELECT position FROM projections.checkpoints WHERE name = 'ledger' AND state = 'live'";

/** Undefined before the first event. */
export const positionOfBooks = async (db: Knex): Promise<Position | undefined> => {
  const { rows } = await db.raw<{ rows: { position: Position | null }[] }>(POSITION);
  return rows[0]?.position ?? undefined;
};

/** A consistent snapshot; undefined before the first event. */
export const readBooks = async (db: Knex): Promise<(Books & { position: Position }) | undefined> =>
  db.transaction(
    async (transaction) => {
      const position = await positionOfBooks(transaction);
      if (position === undefined) return undefined;
      const sums = await transaction.raw<{
        rows: { account: string; amount: string; entries: number; wrong: number }[];
      }>(
        `SELECT split_part(coalesce(e.account, b.account), ':', 1) AS account, coalesce(sum(e.amount), 0)::bigint AS amount,
                coalesce(sum(e.entries), 0)::int AS entries,
                (count(*) FILTER (WHERE e.amount IS DISTINCT FROM b.amount))::int AS wrong
           FROM (SELECT account, sum(amount)::bigint AS amount, count(*) AS entries FROM read_ledger.entries GROUP BY account) e
           FULL JOIN read_ledger.balances b ON b.account = e.account GROUP BY 1 ORDER BY 1`,
      );
      const left = await transaction.raw<{ rows: { n: number }[] }>(
        `SELECT count(DISTINCT s.id)::int AS n FROM read_ledger.balances b JOIN read_ledger.statuses s ON s.id = split_part(b.account, ':', 2)
          WHERE b.amount <> 0 AND split_part(split_part(b.account, ':', 1), '.', 1) = ANY(?) AND s.status = ANY(?)`,
        [EMPTY_AT_THE_END, [...TERMINAL]],
      );
      return {
        totals: Object.fromEntries(sums.rows.map(({ account, amount }) => [account, Number(amount)])),
        entries: sums.rows.reduce((sum, { entries }) => sum + entries, 0),
        wrongBalances: sums.rows.reduce((sum, { wrong }) => sum + wrong, 0),
        leftovers: left.rows[0]!.n,
        position,
      };
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
