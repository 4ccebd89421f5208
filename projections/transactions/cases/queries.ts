import type { Knex } from 'knex';
import type { CasePage, CaseQuery, StaffCase } from '#application/contract/staff.ts';
import { aboutCase } from '#domain/notifications/cases.ts';
import { EURO, formatSum, toUnits } from '#domain/shared/currencies.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { TransactionId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import { toEuros } from '#domain/shared/money.ts';
import type { CaseKind } from '#domain/transactions/caseKinds.ts';
import { currencyOf, foreignCurrency } from '#domain/transactions/currency.ts';
import { displayStatus, disputeOpen, publicStatus, type Sale, stillHeld } from '#domain/transactions/state.ts';
import { TERMS, termsOf } from '#domain/transactions/terms/termsText.ts';

type Row = {
  kind: CaseKind;
  since: number;
  due_at: number;
  sale: Sale | null;
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

const saleOf = ({ sale, buyer, seller }: Row): StaffCase['sale'] =>
  sale && {
    _id: sale.id,
    transactionId: sale.transactionId,
    status: publicStatus(sale),
    displayStatus: displayStatus(sale),
    listing: { _id: sale.listingId, title: sale.item.title, images: sale.item.images },
    buyer: { _id: sale.buyerId, username: buyer ?? ERASED },
    seller: { _id: sale.sellerId, username: seller ?? ERASED },
    captured: toUnits(sale.captured, currencyOf(sale)),
    held: toUnits(stillHeld(sale), currencyOf(sale)),
    ...foreignCurrency(sale),
    claim: disputeOpen(sale) && sale.claim ? toEuros(sale.claim.amount) : null,
  };

const aboutOf = ({ kind, sale, fact, amount, currency, told }: Row): string => {
  const about = aboutCase(kind, sale ? termsOf(sale) : TERMS);
  const sum = told ?? (amount ? formatSum(amount, currency ?? EURO) : null);
  return fact ? `${about}: ${[fact, sum].filter(Boolean).join(', ')}` : about;
};

const orphanOf = ({ event_id, fact, reference, amount, currency }: Row): StaffCase['orphan'] =>
  event_id === null
    ? null
    : {
        eventId: event_id,
        fact: fact ?? '',
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
  sale: saleOf(row),
  orphan: orphanOf(row),
  quarantine: row.quarantine,
});

/** What is in quarantine is due at once: it stands still. */
const OPEN = `
  SELECT kind, since, due_at, transaction_id, NULL AS event_id, NULL AS fact, NULL AS reference, NULL::bigint AS amount,
         NULL AS currency, NULL AS told, NULL::jsonb AS quarantine
    FROM read_cases.cases
  UNION ALL
  SELECT kind, since, due_at, transaction_id, event_id, fact, reference, amount, currency, told, NULL FROM read_cases.orphans
  UNION ALL
  SELECT 'quarantined', since, since, substring(stream FROM '^transaction-(.*)$'), NULL, NULL, NULL, NULL, NULL, NULL,
         jsonb_build_object('stream', stream, 'revision', revision, 'position', position, 'event', type, 'reason', reason)
    FROM projections.quarantine`;

const withSales = (open: string): string => `
  SELECT o.*, s.sale, b.username AS buyer, v.username AS seller FROM (${open}) o
    LEFT JOIN read_cases.folded s ON s.id = o.transaction_id
    LEFT JOIN read_accounts.accounts b ON b.id = s.sale->>'buyerId'
    LEFT JOIN read_accounts.accounts v ON v.id = s.sale->>'sellerId'
   ORDER BY o.due_at, o.transaction_id, o.event_id, o.kind, o.quarantine->>'stream'`;

/** One page of what waits for a person, the nearest deadline first. `now`: the marketplace's clock. */
export const casePage = async (db: Knex, { kind, page, limit }: CaseQuery, now: Instant): Promise<CasePage> => {
  const filter = kind === 'all' ? '' : 'WHERE kind = ?';
  const values = kind === 'all' ? [] : [kind];
  const [{ rows }, counted] = await Promise.all([
    db.raw<{ rows: Row[] }>(
      withSales(
        `SELECT * FROM (${OPEN}) open ${filter} ORDER BY due_at, transaction_id, event_id, kind, quarantine->>'stream' LIMIT ? OFFSET ?`,
      ),
      [...values, limit, (page - 1) * limit],
    ),
    db.raw<{ rows: { kind: CaseKind; n: number }[] }>(
      `SELECT kind, count(*)::int AS n FROM (${OPEN}) open GROUP BY kind ORDER BY kind`,
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

/** Of one sale, the nearest deadline first. */
export const casesOf = async (db: Knex, id: TransactionId, now: Instant): Promise<StaffCase[]> => {
  const { rows } = await db.raw<{ rows: Row[] }>(withSales(`SELECT * FROM (${OPEN}) open WHERE transaction_id = ?`), [
    id,
  ]);
  return rows.map((row) => shown(row, now));
};
