import type { Knex } from 'knex';
import type { CasePage, CaseQuery, StaffCase } from '#application/contract/caseQueue.ts';
import type { Viewer } from '#domain/access/right.ts';
import { aboutCase } from '#domain/notifications/cases.ts';
import { EURO, formatSum, toUnits } from '#domain/shared/currencies.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { TransactionId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import { toEuros } from '#domain/shared/money.ts';
import { BACK_BEFORE_DUE } from '#domain/transactions/caseDesk.ts';
import type { CaseKind } from '#domain/transactions/caseKinds.ts';
import { claimedSoon } from '#domain/transactions/cases.ts';
import { currencyOf, foreignCurrency } from '#domain/transactions/currency.ts';
import {
  claimMade,
  displayStatus,
  disputeOpen,
  publicStatus,
  stillHeld,
  type Transaction,
} from '#domain/transactions/state.ts';
import { TERMS, termsOf } from '#domain/transactions/terms/termsText.ts';
import { excludedStaff, waitsOf } from '#domain/transactions/waitsFor.ts';
import { terminationProposalsOf } from '../../accounts/people.ts';
import type { PersonalColumns, Words } from '../row.ts';
import { foundSales } from './foundSales.ts';
import { searchCondition, valuesOf, wordsOf } from './search.ts';

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
  last_event: string | null;
  last_at: number | null;
  assignee: string | null;
  assignee_name: string | null;
  snoozed_until: number | null;
  notes: number | null;
} & Pick<PersonalColumns, 'dispute_words' | 'return_words'>;

const iso = (instant: number): string => new Date(instant).toISOString();

const photosIn = (words: readonly (Words | null | undefined)[]): number =>
  words.reduce((sum, said) => sum + (said?.evidence.length ?? 0), 0);

const evidenceOf = ({ dispute_words: dispute, return_words: returned }: Row): number =>
  photosIn([dispute?.opening, dispute?.answer, ...(dispute?.heard ?? []), returned?.request, returned?.rejection]);

const transactionOf = (row: Row): StaffCase['sale'] => {
  const { sale: transaction, buyer, seller, last_event: event, last_at: at } = row;
  if (!transaction) return null;
  const claim = disputeOpen(transaction) ? claimMade(transaction) : null;
  return {
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
    claim: claim && toEuros(claim.amount),
    category: claim?.category ?? null,
    claimedSoon: claimedSoon(transaction),
    lastMove: event === null || at === null ? null : { event, at: iso(at) },
    evidence: evidenceOf(row),
  };
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

const waitOf = ({ kind, due_at, sale }: Row, now: Instant) => {
  const [first, next] = waitsOf({ kind, dueAt: due_at }, sale, now);
  return {
    dueAt: iso(first.until),
    overdue: first.until < now,
    waitsFor: first.for,
    excludes: sale ? excludedStaff(kind, sale) : [],
    next: next ? { waitsFor: next.for, until: iso(next.until) } : null,
  };
};

const shown = (row: Row, now: Instant): StaffCase => ({
  kind: row.kind,
  about: aboutOf(row),
  since: iso(row.since),
  ...waitOf(row, now),
  assignee: row.assignee === null ? null : { _id: row.assignee, username: row.assignee_name ?? ERASED },
  snoozedUntil: row.snoozed_until === null ? null : iso(row.snoozed_until),
  notes: row.notes ?? 0,
  sale: transactionOf(row),
  orphan: unmatchedEventOf(row),
  quarantine: row.quarantine,
});

/** Quarantined streams are due at once. */
export const OPEN_CASES = `
  SELECT kind, since, due_at, transaction_id, held, claim, NULL AS event_id, NULL AS fact, NULL AS reference,
         NULL::bigint AS amount, NULL AS currency, NULL AS told, NULL::jsonb AS quarantine
    FROM read_cases.cases
  UNION ALL
  SELECT kind, since, due_at, transaction_id, NULL, NULL, event_id, fact, reference, amount, currency, told, NULL
    FROM read_cases.orphans
  UNION ALL
  SELECT 'quarantined', since, since, substring(stream FROM '^transaction-(.*)$'), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
         jsonb_build_object('stream', stream, 'revision', revision, 'position', position, 'event', type, 'reason', reason)
    FROM projections.quarantine`;

const JOINED = `(${OPEN_CASES}) o
    LEFT JOIN read_cases.folded f ON f.id = o.transaction_id
    LEFT JOIN read_cases.moves m ON m.transaction_id = o.transaction_id
    LEFT JOIN read_cases.desks d ON d.transaction_id = o.transaction_id
    LEFT JOIN read_accounts.accounts a ON a.id = d.assignee AND 'staff' = ANY(a.roles)
    LEFT JOIN read_transactions.sales t ON t.id = o.transaction_id
    LEFT JOIN read_accounts.accounts b ON b.id = f.sale->>'buyerId'
    LEFT JOIN read_accounts.accounts v ON v.id = f.sale->>'sellerId'`;

/** News, and a day before the deadline, bring a snoozed case back. */
const SNOOZED = `coalesce(d.snoozed_until > :now AND coalesce(m.at, 0) <= d.snoozed_at
  AND o.due_at > CAST(:now AS bigint) + ${BACK_BEFORE_DUE}, false)`;

const SHOWN = `a.id AS assignee, a.username AS assignee_name, d.notes, CASE WHEN ${SNOOZED} THEN d.snoozed_until END AS snoozed_until,
  o.*, f.sale, b.username AS buyer, v.username AS seller, m.event AS last_event, m.at AS last_at,
  t.dispute_words, t.return_words`;

const CLAIMS = "jsonb_each((f.sale->'chargebacks')::jsonb) AS c(id, claim)";

/** The end of what the case waits for now, as `waitsOf` computes it. */
const WAITS_UNTIL = `CASE
  WHEN o.kind = 'confirmation' AND (f.sale->'proposed'->>'confirmBy')::bigint = o.due_at
    AND (f.sale->'proposed'->>'shownUntil')::bigint > CAST(:now AS bigint) THEN (f.sale->'proposed'->>'shownUntil')::bigint
  WHEN o.kind IN ('disputeReview', 'appeal')
    AND greatest((f.sale->'questions'->>'buyer')::bigint, (f.sale->'questions'->>'seller')::bigint) > CAST(:now AS bigint)
    THEN greatest((f.sale->'questions'->>'buyer')::bigint, (f.sale->'questions'->>'seller')::bigint)
  WHEN o.kind = 'chargeback' AND NOT EXISTS (SELECT FROM ${CLAIMS} WHERE c.claim->>'stands' = 'open'
      AND (c.claim->'respondBy' IS NULL OR (c.claim->>'respondBy')::bigint > CAST(:now AS bigint))
      AND coalesce(c.claim->'pack'->>'stands', 'refused') = 'refused')
    THEN coalesce((SELECT max((c.claim->>'respondBy')::bigint) FROM ${CLAIMS} WHERE c.claim->>'stands' IN ('open', 'lateOpen')), o.due_at)
  ELSE o.due_at END`;

const BY_DEADLINE = `${WAITS_UNTIL}, o.transaction_id, o.event_id, o.kind, o.quarantine->>'stream'`;

const ORDERS: Record<CaseQuery['sort'], string> = {
  due: '',
  moved: 'm.at DESC NULLS LAST,',
  since: 'o.since,',
  claim: 'o.claim DESC NULLS LAST,',
  held: 'coalesce(o.held, o.amount) DESC NULLS LAST,',
};

type Values = Record<string, string | number | boolean>;

const ASSIGNED: Record<CaseQuery['assignee'], string[]> = {
  all: [],
  mine: ['a.id = :reader'],
  none: ['a.id IS NULL'],
};

const SNOOZES: Record<CaseQuery['snoozed'], string[]> = {
  hidden: [`NOT ${SNOOZED}`],
  only: [SNOOZED],
  shown: [],
};

const filterOf = ({ search, assignee, snoozed }: CaseQuery, reader: Viewer): string =>
  ['TRUE', ...SNOOZES[snoozed], ...ASSIGNED[assignee], ...searchCondition(search, reader)].join(' AND ');

/** Terminations that the search names. They are nobody’s, and cannot be snoozed. */
const terminationsFor = async (
  db: Knex,
  { kind, search, assignee, snoozed }: CaseQuery,
): Promise<{ counted: CasePage['terminations']; shown: CasePage['terminations'] }> => {
  const all = assignee === 'mine' || snoozed === 'only' ? [] : await terminationProposalsOf(db);
  const words = wordsOf(search);
  const counted = all.filter(({ account: { _id, username } }) =>
    words.every((word) => word === _id || username.toLowerCase().includes(word)),
  );
  return { counted, shown: kind === 'all' || kind === 'termination' ? counted : [] };
};

/** Open cases as the reader may search them, after the terminations. `now`: the marketplace's clock. */
export const casePage = async (db: Knex, query: CaseQuery, reader: Viewer, now: Instant): Promise<CasePage> => {
  const { kind, search, sort, page, limit } = query;
  const filter = filterOf(query, reader);
  const offset = (page - 1) * limit;
  const values: Values = { ...valuesOf(search), kind, reader: reader.id, now };
  const ofKind = kind === 'all' ? filter : `${filter} AND o.kind = :kind`;
  const { counted: proposed, shown: rowsAbove } = await terminationsFor(db, query);
  const terminations = rowsAbove.slice(offset, offset + limit);
  const [{ rows }, counted, sales] = await Promise.all([
    db.raw<{ rows: Row[] }>(
      `SELECT ${SHOWN} FROM ${JOINED} WHERE ${ofKind} ORDER BY ${ORDERS[sort]} ${BY_DEADLINE} LIMIT :limit OFFSET :offset`,
      { ...values, limit: limit - terminations.length, offset: Math.max(0, offset - rowsAbove.length) },
    ),
    db.raw<{ rows: { kind: CaseKind; n: number }[] }>(
      `SELECT o.kind, count(*)::int AS n FROM ${JOINED} WHERE ${filter} GROUP BY o.kind ORDER BY o.kind`,
      values,
    ),
    search === '' || page > 1
      ? []
      : foundSales(db, search, reader, {
          sql: `SELECT o.transaction_id FROM ${JOINED} WHERE ${ofKind} AND o.transaction_id IS NOT NULL`,
          values,
        }),
  ]);
  const counts: CasePage['counts'] = Object.fromEntries(counted.rows.map((row) => [row.kind, row.n]));
  if (proposed.length > 0) counts.termination = proposed.length;
  const totalCount =
    kind === 'all' ? Object.values(counts).reduce((sum, count) => sum + count, 0) : (counts[kind] ?? 0);
  const onPage = terminations.length + rows.length;
  return {
    cases: rows.map((row) => shown(row, now)),
    terminations,
    totalCount,
    hasMore: onPage > 0 && offset + onPage < totalCount,
    counts,
    sales,
  };
};

/** The cases of one transaction, the nearest deadline first. */
export const casesOf = async (db: Knex, id: TransactionId, now: Instant): Promise<StaffCase[]> => {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `SELECT ${SHOWN} FROM ${JOINED} WHERE o.transaction_id = :id ORDER BY ${BY_DEADLINE}`,
    { id, now },
  );
  return rows.map((row) => shown(row, now));
};
