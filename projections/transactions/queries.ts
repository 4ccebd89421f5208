import type { Knex } from 'knex';
import type { OwnData } from '#application/contract/ownData.ts';
import type { HistoryQuery, TransactionDetail, TransactionView } from '#application/contract/transactions.ts';
import type { Right, Viewer } from '#domain/access/right.ts';
import { CASE_KEEPS_ACCOUNT } from '#domain/accounts/limits.ts';
import type { AccountId, TransactionId } from '#domain/shared/ids.ts';
import { DAY, type Instant } from '#domain/shared/instants.ts';
import { TERMINAL, WITHOUT_MONEY } from '#domain/transactions/state.ts';
import type { Status } from '#domain/transactions/statuses.ts';
import { canBePaid } from '../accounts/standing.ts';
import { OPEN_CASES } from './cases/queries.ts';
import { type EvidenceLinks, viewDetail } from './detail.ts';
import { NO_PERSONAL_DATA, type TransactionRow } from './row.ts';
import { OUTSIDE_CASES } from './sights.ts';
import { type TransactionWithNames, viewTransaction } from './view.ts';

export type TransactionList = { transactions: TransactionView[]; totalCount: number; hasMore: boolean };

const RANGES = { week: 7 * DAY, month: 30 * DAY, year: 365 * DAY } as const;
const MOST = 1_000;
const MOST_WAITING = 100;

const NEWEST = 's.created_at DESC, s.id DESC';

const withNames = (sales: string, order = NEWEST): string => `
  SELECT s.*, b.username AS buyer, v.username AS seller, greatest(v.payouts_held_until, v.frozen_until) AS payouts_held_until,
         ${canBePaid('v')} AS can_be_paid,
         EXISTS (SELECT 1 FROM read_reviews.texts w WHERE w.id = s.id AND w.part = 'review') AS reviewed
    FROM (${sales}) s
    LEFT JOIN read_accounts.accounts b ON b.id = s.buyer_id
    LEFT JOIN read_accounts.accounts v ON v.id = s.seller_id
   ORDER BY ${order}`;

/**
 * Undefined for unknown transactions and for third parties alike. `now` (the marketplace's clock) decides which commands are allowed.
 * `links` turns evidence keys into paths.
 */
export const transactionFor = async (
  db: Knex,
  id: TransactionId,
  viewer: Viewer,
  now: number,
  links: EvidenceLinks,
  right?: Right,
): Promise<TransactionDetail | undefined> => {
  const { rows } = await db.raw<{ rows: (TransactionWithNames & { quarantined: boolean })[] }>(
    withNames(`SELECT s.*, EXISTS (SELECT 1 FROM projections.quarantine q WHERE q.stream = 'transaction-' || s.id) AS quarantined, ${OUTSIDE_CASES} AS outside
                 FROM read_transactions.sales s WHERE s.id = ?`),
    [id],
  );
  return rows[0] && viewDetail(rows[0], viewer, now, links, right);
};

const asParty = (rows: readonly TransactionWithNames[], id: AccountId, now: number): TransactionView[] =>
  rows.flatMap((row) => viewTransaction(row, { id, roles: [] }, now) ?? []);

/** First transactions that wait for the account, by deadline; then newest first. */
export const transactionHistory = async (
  db: Knex,
  account: AccountId,
  { type, status, dateRange, page, limit }: HistoryQuery,
  now: number,
): Promise<TransactionList> => {
  const party = type === 'purchase' ? 'buyer' : 'seller';
  const order = `s.${party}_due, ${NEWEST}`;
  const conditions = [`${party}_id = ?`];
  const values: Knex.Value[] = [account];
  if (status !== 'all') {
    conditions.push('status = ?');
    values.push(status);
  }
  if (dateRange !== 'all') {
    conditions.push('created_at >= ?');
    values.push(now - RANGES[dateRange]);
  }
  const from = `FROM read_transactions.sales s WHERE ${conditions.join(' AND ')}`;
  const [{ rows }, count] = await Promise.all([
    db.raw<{ rows: TransactionWithNames[] }>(withNames(`SELECT * ${from} ORDER BY ${order} LIMIT ? OFFSET ?`, order), [
      ...values,
      limit,
      (page - 1) * limit,
    ]),
    db.raw<{ rows: { n: number }[] }>(`SELECT count(*)::int AS n ${from}`, values),
  ]);
  const totalCount = count.rows[0]!.n;
  return {
    transactions: asParty(rows, account, now),
    totalCount,
    hasMore: rows.length > 0 && (page - 1) * limit + rows.length < totalCount,
  };
};

/** Transactions that wait for the account, by deadline; at most a hundred. */
export const transactionsThatNeed = async (db: Knex, account: AccountId, now: number): Promise<TransactionList> => {
  const { rows } = await db.raw<{ rows: TransactionWithNames[] }>(
    withNames(
      `SELECT * FROM read_transactions.sales
        WHERE buyer_id = :account AND buyer_due IS NOT NULL OR seller_id = :account AND seller_due IS NOT NULL`,
      `CASE s.buyer_id WHEN :account THEN s.buyer_due ELSE s.seller_due END, ${NEWEST} LIMIT ${MOST_WAITING + 1}`,
    ),
    { account },
  );
  const transactions = asParty(rows.slice(0, MOST_WAITING), account, now);
  return { transactions, totalCount: transactions.length, hasMore: rows.length > MOST_WAITING };
};

/** With disputes and returns, for the export of personal data; at most a thousand. */
export const ownTransactions = async (
  db: Knex,
  account: AccountId,
  now: number,
  links: EvidenceLinks,
): Promise<TransactionDetail[]> => {
  const { rows } = await db.raw<{ rows: TransactionWithNames[] }>(
    withNames(
      `SELECT * FROM read_transactions.sales WHERE buyer_id = ? OR seller_id = ? ORDER BY created_at DESC, id DESC LIMIT ${MOST}`,
    ),
    [account, account],
  );
  return rows.flatMap((row) => viewDetail(row, { id: account, roles: [] }, now, links) ?? []);
};

type GivenStars = OwnData['ratings']['given'];

/** Ratings that the account gave to sellers, newest first. */
export const starsGivenBy = async (db: Knex, account: AccountId): Promise<GivenStars> => {
  const { rows } = await db.raw<{ rows: { id: string; stars: NonNullable<TransactionRow['stars']> }[] }>(
    'SELECT id, stars FROM read_transactions.sales WHERE buyer_id = ? AND stars IS NOT NULL',
    [account],
  );
  return rows
    .toSorted((one, other) => other.stars.at - one.stars.at)
    .map(({ id, stars }) => ({
      transactionId: id,
      rating: stars.rating,
      ratedAt: new Date(stars.at).toISOString(),
    }));
};

/** As buyer and as seller, newest first; at most a thousand. */
export const transactionsOf = async (db: Knex, account: AccountId, now: number): Promise<TransactionList> => {
  const { rows } = await db.raw<{ rows: TransactionWithNames[] }>(
    withNames(
      `SELECT * FROM read_transactions.sales WHERE buyer_id = ? OR seller_id = ? ORDER BY created_at DESC, id DESC LIMIT ${MOST + 1}`,
    ),
    [account, account],
  );
  const transactions = asParty(rows.slice(0, MOST), account, now);
  return { transactions, totalCount: transactions.length, hasMore: rows.length > MOST };
};

/**
 * Transactions that keep an account from being erased: they hold money or expect it, owe the buyer a second payment,
 * owe the seller money that a bank returned late, beyond what the seller was overpaid, or have been a case for staff for less than a year.
 */
export const openTransactionsOf = async (db: Knex, account: AccountId, now: Instant): Promise<number> => {
  const { rows } = await db.raw<{ rows: { n: number }[] }>(
    `SELECT count(*)::int AS n FROM read_transactions.sales
      WHERE buyer_id = :account AND EXISTS (SELECT 1 FROM json_each(sale->'duplicates') d WHERE d.value->>'state' <> 'done')
         OR seller_id = :account AND (sale->>'keptForSeller')::bigint > (sale->>'overpaid')::bigint
         OR (buyer_id = :account OR seller_id = :account)
            AND (status <> ALL(:over)
                 OR EXISTS (SELECT 1 FROM (${OPEN_CASES}) open WHERE open.transaction_id = read_transactions.sales.id
                             AND open.since > :since))`,
    { account, over: WITHOUT_MONEY, since: now - CASE_KEEPS_ACCOUNT },
  );
  return rows[0]!.n;
};

/** Transactions of a seller that wait for payment. */
export const unpaidTransactionsOf = async (db: Knex, seller: AccountId): Promise<TransactionId[]> => {
  const { rows } = await db.raw<{ rows: { id: TransactionId }[] }>(
    `SELECT id FROM read_transactions.sales WHERE seller_id = :seller AND status = ANY(:unpaid) ORDER BY created_at, id`,
    { seller, unpaid: ['CREATED', 'PAYMENT_PENDING', 'PAYMENT_FAILED'] satisfies Status[] },
  );
  return rows.map(({ id }) => id);
};

/** Whether one buys from the other, in a transaction that is not over. */
export const shareOpenTransaction = async (db: Knex, one: AccountId, other: AccountId): Promise<boolean> => {
  const { rows } = await db.raw(
    `SELECT FROM read_transactions.sales WHERE (buyer_id, seller_id) IN ((:one, :other), (:other, :one))
        AND status <> ALL(:over) LIMIT 1`,
    { one, other, over: TERMINAL },
  );
  return rows.length > 0;
};

/** Runs when the keys are erased, so a rebuild cannot restore the data either. */
export const forgetPersonalData = async (db: Knex, ids: readonly TransactionId[]): Promise<void> => {
  await db.withSchema('read_transactions').table('sales').whereIn('id', ids).update(NO_PERSONAL_DATA);
};

/** Transactions that are over, without events since then, that still have personal data in columns or behind a key. */
export const endedTransactions = async (db: Knex, noEventSince: Instant, limit: number): Promise<TransactionId[]> => {
  const columns = Object.keys(NO_PERSONAL_DATA);
  const { rows } = await db.raw<{ rows: { id: TransactionId }[] }>(
    `SELECT s.id FROM read_transactions.sales s LEFT JOIN subject_keys k ON k.subject = 'transaction-' || s.id
      WHERE s.created_at <= :since AND s.status = ANY(:over)
        AND (s.timeline->-1->>'at')::bigint <= :since
        AND (k.wrapped_key IS NOT NULL OR ${columns.map((column) => `s.${column} IS NOT NULL`).join(' OR ')})
      ORDER BY s.created_at, s.id LIMIT :limit`,
    { since: noEventSince, limit, over: TERMINAL },
  );
  return rows.map(({ id }) => id);
};

/** Completed transactions as buyer or seller, counted up to `most`. */
export const completedTransactionsOf = async (db: Knex, account: AccountId, most: number): Promise<number> => {
  const { rows } = await db.raw<{ rows: { n: number }[] }>(
    `SELECT count(*)::int AS n FROM (
       SELECT FROM read_transactions.sales WHERE :account IN (buyer_id, seller_id) AND status = 'COMPLETED' LIMIT :most) completed`,
    { account, most },
  );
  return rows[0]!.n;
};
