import type { Knex } from 'knex';
import type {
  BalanceAnswer,
  LedgerEntryAnswer,
  PeriodBalanceAnswer,
  TAccountAnswer,
} from '#application/contract/audit.ts';
import type { Position } from '#application/ports/eventStore.ts';
import type { Amount } from '#domain/audit/eventQuery.ts';
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
/** `amount`, `debits`, `credits`: at the end of the period, from the first entry on. */
export type PeriodBalance = Balance & { opening: Cents; movement: Cents; debits: Cents; credits: Cents };
export type LedgerEntry = {
  account: string;
  amount: Cents;
  transactionId: TransactionId;
  eventId: string;
  type: string;
  /** The place of the event in the transaction's stream. */
  revision: number;
  at: number;
};
/** `until` is exclusive. `account`: a kind of account, such as `escrow` or `psp_clearing.usd`. */
export type LedgerFilter = {
  transaction?: TransactionId | undefined;
  account?: string | undefined;
  /** Of an entry, on either side. */
  amount?: Amount | undefined;
  from?: Instant | undefined;
  until?: Instant | undefined;
};

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

export const shownPeriodBalance = ({ account, amount, ...sums }: PeriodBalance): PeriodBalanceAnswer => {
  const shown = shownBalance({ account, amount });
  const inUnits = (sum: Cents) => toUnits(sum, shown.currency);
  return {
    ...shown,
    opening: inUnits(sums.opening),
    movement: inUnits(sums.movement),
    debits: inUnits(sums.debits),
    credits: inUnits(sums.credits),
  };
};

export const shownEntry = ({ amount, at, ...entry }: LedgerEntry): LedgerEntryAnswer => ({
  ...entry,
  ...shownBalance({ account: entry.account, amount }),
  shortId: shortTransactionId(entry.transactionId),
  at: new Date(at).toISOString(),
});

const ENTRY = 'account, amount, transaction_id AS "transactionId", event_id AS "eventId", fact AS type, revision, at';
const KIND = "split_part(account, ':', 1)";

/** In posting order. */
export const entriesOf = async (db: Knex, transaction: TransactionId): Promise<LedgerEntry[]> => {
  const { rows } = await db.raw<{ rows: LedgerEntry[] }>(
    `SELECT ${ENTRY} FROM read_ledger.entries WHERE transaction_id = ? ORDER BY position, place`,
    [transaction],
  );
  return rows;
};

const whereOf = ({
  transaction,
  account,
  amount,
  from,
  until,
}: LedgerFilter): { sql: string; values: (string | number)[] } => {
  const { low, high } = amount ?? { low: null, high: null };
  const conditions: [condition: string, value: string | number | undefined][] = [
    [`abs(amount) ${low?.strict ? '>' : '>='} ?`, low?.cents],
    [`abs(amount) ${high?.strict ? '<' : '<='} ?`, high?.cents],
    ['transaction_id = ?', transaction],
    [`${KIND} = ?`, account],
    ['at >= ?', from],
    ['at < ?', until],
  ];
  const asked = conditions.flatMap(([condition, value]) => (value === undefined ? [] : [{ condition, value }]));
  return {
    sql: asked.length > 0 ? `WHERE ${asked.map(({ condition }) => condition).join(' AND ')}` : '',
    values: asked.map(({ value }) => value),
  };
};

/** Computed from the entries before `until`, so that a missing or wrong one shows. */
export const tAccountsOfTransaction = async (
  db: Knex,
  transaction: TransactionId,
  until?: Instant,
): Promise<TAccount[]> => {
  const { sql, values } = whereOf({ transaction, until });
  const { rows } = await db.raw<{ rows: BookedPosting[] }>(
    `SELECT account, amount, event_id AS "eventId", fact AS type, kept FROM read_ledger.entries ${sql} ORDER BY position, place`,
    values,
  );
  return tAccountsOf(rows);
};

/**
 * Per kind of account, or for one transaction per account: what it held before the period, what the period moved and what it held at its
 * end, also as debits and credits. Summed from the entries. It lists every account that has an entry before `until`.
 */
export const balancesOfPeriod = async (
  db: Knex,
  { transaction, account, from = 0, until }: LedgerFilter,
): Promise<PeriodBalance[]> => {
  const { sql, values } = whereOf({ transaction, account, until });
  const { rows } = await db.raw<{ rows: PeriodBalance[] }>(
    `SELECT ${transaction === undefined ? KIND : 'account'} AS account, sum(amount)::bigint AS amount,
            coalesce(sum(amount) FILTER (WHERE at < ?), 0)::bigint AS opening,
            coalesce(sum(amount) FILTER (WHERE at >= ?), 0)::bigint AS movement,
            coalesce(-sum(amount) FILTER (WHERE amount < 0), 0)::bigint AS debits,
            coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::bigint AS credits
       FROM read_ledger.entries ${sql} GROUP BY 1 ORDER BY 1`,
    [from, from, ...values],
  );
  return rows;
};

/** Newest first. A page holds `limit` bookings, each with all its entries that match. `bookings`: how many match in all. */
export const entriesPage = async (
  db: Knex,
  filter: LedgerFilter,
  { page, limit }: { page: number; limit: number },
): Promise<{ entries: LedgerEntry[]; totalCount: number; bookings: number }> => {
  const { sql, values } = whereOf(filter);
  const [{ rows }, counted] = await Promise.all([
    db.raw<{ rows: LedgerEntry[] }>(
      `WITH matching AS (SELECT * FROM read_ledger.entries ${sql})
       SELECT ${ENTRY} FROM matching
        WHERE position IN (SELECT DISTINCT position FROM matching ORDER BY position DESC LIMIT ? OFFSET ?)
        ORDER BY position DESC, place DESC`,
      [...values, limit, (page - 1) * limit],
    ),
    db.raw<{ rows: { entries: number; bookings: number }[] }>(
      `SELECT count(*)::int AS entries, count(DISTINCT position)::int AS bookings FROM read_ledger.entries ${sql}`,
      values,
    ),
  ]);
  const { entries: totalCount, bookings } = counted.rows[0]!;
  return { entries: rows, totalCount, bookings };
};

/** Exported at most: the newest. */
export const MOST_ENTRIES_EXPORTED = 50_000;

/** Newest first, after the last entry that was read. */
export const entriesAfter = async (
  db: Knex,
  filter: LedgerFilter,
  { after, limit }: { after: { position: Position; place: number } | undefined; limit: number },
): Promise<(LedgerEntry & { position: Position; place: number })[]> => {
  const { sql, values } = whereOf(filter);
  const next = after ? `${sql ? 'AND' : 'WHERE'} (position, place) < (?, ?)` : '';
  const { rows } = await db.raw<{ rows: (LedgerEntry & { position: Position; place: number })[] }>(
    `SELECT ${ENTRY}, position, place FROM read_ledger.entries ${sql} ${next} ORDER BY position DESC, place DESC LIMIT ?`,
    [...values, ...(after ? [after.position, after.place] : []), limit],
  );
  return rows;
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
