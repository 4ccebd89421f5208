import type { Knex } from 'knex';
import type { CasePage, CaseQuery, StaffCase } from '#application/contract/cases.ts';
import { aboutCase } from '#domain/notifications/cases.ts';
import { EURO, formatSum, toUnits } from '#domain/shared/currencies.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { TransactionId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import { toEuros } from '#domain/shared/money.ts';
import type { CaseKind } from '#domain/transactions/caseKinds.ts';
import { currencyOf, foreignCurrency } from '#domain/transactions/currency.ts';
import { displayStatus, disputeOpen, publicStatus, stillHeld, type Transaction } from '#domain/transactions/state.ts';
import { TERMS, termsOf } from '#domain/transactions/terms/termsText.ts';

type Row = {
  kind: CaseKind;
  since: number;
  due_at: number;
  sale: Transaction | null;
  buyer: string | null;
  seller: string | null;
  event_id: string | null;
  fact: string | null;
  reference: string | null;
  amount: number | null;
  currency: string | null;
  told: string | null;
  quarantine: StaffCase['quarantine'];
};

const iso = (instant: number): string => new Date(instant).toISOString();

const transactionOf = ({ sale: transaction, buyer, seller }: Row): StaffCase['sale'] =>
  transaction && {
    _id: transaction.id,
    transactionId: transaction.transactionId,
    status: publicStatus(transaction),
    displayStatus: displayStatus(transaction),
    listing: { _id: transaction.listingId, title: transaction.item.title, images: transaction.item.images },
    buyer: { _id: transaction.buyerId, username: buyer ?? ERASED },
    seller: { _id: transaction.sellerId, username: seller ?? ERASED },
    captured: toUnits(transaction.captured, currencyOf(transaction)),
    held: toUnits(stillHeld(transaction), currencyOf(transaction)),
    ...foreignCurrency(transaction),
    claim: disputeOpen(transaction) && transaction.claim ? toEuros(transaction.claim.amount) : null,
  };

const aboutOf = ({ kind, sale: transaction, fact: event, amount, currency, told }: Row): string => {
  const about = aboutCase(kind, transaction ? termsOf(transaction) : TERMS);
  const sum = told ?? (amount ? formatSum(amount, currency ?? EURO) : null);
  return event ? `${about}: ${[event, sum].filter(Boolean).join(', ')}` : about;
};

const unmatchedEventOf = ({ event_id, fact: event, reference, amount, currency }: Row): StaffCase['orphan'] =>
  event_id === null
    ? null
    : {
        eventId: event_id,
        fact: event ?? '',
        reference: reference ?? '',
        amount: amount === null ? null : toUnits(amount, currency ?? EURO),
        ...(currency !== null && { currency }),
      };

const shown = (row: Row, now: Instant): StaffCase => ({
  kind: row.kind,
  about: aboutOf(row),
  since: iso(row.since),
  dueAt: iso(row.due_at),
  overdue: row.due_at < now,
  sale: transactionOf(row),
  orphan: unmatchedEventOf(row),
  quarantine: row.quarantine,
});

/** Quarantined streams are due at once. */
export const OPEN_CASES = `
  SELECT kind, since, due_at, transaction_id, NULL AS event_id, NULL AS fact, NULL AS reference, NULL::bigint AS amount,
         NULL AS currency, NULL AS told, NULL::jsonb AS quarantine
    FROM read_cases.cases
  UNION ALL
  SELECT kind, since, due_at, transaction_id, event_id, fact, reference, amount, currency, told, NULL FROM read_cases.orphans
  UNION ALL
  SELECT 'quarantined', since, since, substring(stream FROM '^transaction-(.*)$'), NULL, NULL, NULL, NULL, NULL, NULL,
         jsonb_build_object('stream', stream, 'revision', revision, 'position', position, 'event', type, 'reason', reason)
    FROM projections.quarantine`;

const withTransactions = (open: string): string => `
  SELECT o.*, s.sale, b.username AS buyer, v.username AS seller FROM (${open}) o
    LEFT JOIN read_cases.folded s ON s.id = o.transaction_id
    LEFT JOIN read_accounts.accounts b ON b.id = s.sale->>'buyerId'
    LEFT JOIN read_accounts.accounts v ON v.id = s.sale->>'sellerId'
   ORDER BY o.due_at, o.transaction_id, o.event_id, o.kind, o.quarantine->>'stream'`;

/** Open cases, the nearest deadline first. `now`: the marketplace's clock. */
export const casePage = async (db: Knex, { kind, page, limit }: CaseQuery, now: Instant): Promise<CasePage> => {
  const filter = kind === 'all' ? '' : 'WHERE kind = ?';
  const values = kind === 'all' ? [] : [kind];
  const [{ rows }, counted] = await Promise.all([
    db.raw<{ rows: Row[] }>(
      withTransactions(
        `SELECT * FROM (${OPEN_CASES}) open ${filter} ORDER BY due_at, transaction_id, event_id, kind, quarantine->>'stream' LIMIT ? OFFSET ?`,
      ),
      [...values, limit, (page - 1) * limit],
    ),
    db.raw<{ rows: { kind: CaseKind; n: number }[] }>(
      `SELECT kind, count(*)::int AS n FROM (${OPEN_CASES}) open GROUP BY kind ORDER BY kind`,
    ),
  ]);
  const counts = Object.fromEntries(counted.rows.map((row) => [row.kind, row.n])) as CasePage['counts'];
  const totalCount = counted.rows.reduce((sum, row) => (kind === 'all' || row.kind === kind ? sum + row.n : sum), 0);
  return {
    cases: rows.map((row) => shown(row, now)),
    totalCount,
    hasMore: rows.length > 0 && (page - 1) * limit + rows.length < totalCount,
    counts,
  };
};

/** The cases of one transaction, the nearest deadline first. */
export const casesOf = async (db: Knex, id: TransactionId, now: Instant): Promise<StaffCase[]> => {
  const { rows } = await db.raw<{ rows: Row[] }>(
    withTransactions(`SELECT * FROM (${OPEN_CASES}) open WHERE transaction_id = ?`),
    [id],
  );
  return rows.map((row) => shown(row, now));
};
