import type { Knex } from 'knex';
import type { CasePage, CaseQuery, StaffCase } from '#application/contract/cases.ts';
import type { Viewer } from '#domain/access/right.ts';
import { sightOf } from '#domain/audit/sight.ts';
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
import { waitsFor } from '#domain/transactions/waitsFor.ts';
import type { PersonalColumns, Words } from '../row.ts';

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
} & Pick<PersonalColumns, 'dispute_words' | 'return_words'>;

const iso = (instant: number): string => new Date(instant).toISOString();

const photosIn = (words: readonly (Words | null | undefined)[]): number =>
  words.reduce((sum, said) => sum + (said?.evidence.length ?? 0), 0);

const evidenceOf = ({ dispute_words: dispute, return_words: returned }: Row): number =>
  photosIn([dispute?.opening, dispute?.answer, ...(dispute?.heard ?? []), returned?.request, returned?.rejection]);

const transactionOf = (row: Row): StaffCase['sale'] => {
  const { sale: transaction, buyer, seller, last_event: event, last_at: at } = row;
  if (!transaction) return null;
  const claim = disputeOpen(transaction) ? transaction.claim : null;
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

const shown = (row: Row, now: Instant): StaffCase => ({
  kind: row.kind,
  about: aboutOf(row),
  since: iso(row.since),
  dueAt: iso(row.due_at),
  overdue: row.due_at < now,
  waitsFor: waitsFor(row.kind, row.sale, now),
  sale: transactionOf(row),
  orphan: unmatchedEventOf(row),
  quarantine: row.quarantine,
});

/** Quarantined streams are due at once. */
const OPEN = `
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

const JOINED = `(${OPEN}) o
    LEFT JOIN read_cases.folded f ON f.id = o.transaction_id
    LEFT JOIN read_cases.moves m ON m.transaction_id = o.transaction_id
    LEFT JOIN read_transactions.sales t ON t.id = o.transaction_id
    LEFT JOIN read_accounts.accounts b ON b.id = f.sale->>'buyerId'
    LEFT JOIN read_accounts.accounts v ON v.id = f.sale->>'sellerId'`;

const SHOWN = `o.*, f.sale, b.username AS buyer, v.username AS seller, m.event AS last_event, m.at AS last_at,
  t.dispute_words, t.return_words`;

const BY_DEADLINE = `o.due_at, o.transaction_id, o.event_id, o.kind, o.quarantine->>'stream'`;

const ORDERS: Record<CaseQuery['sort'], string> = {
  due: '',
  moved: 'm.at DESC NULLS LAST,',
  since: 'o.since,',
  claim: 'o.claim DESC NULLS LAST,',
  held: 'coalesce(o.held, o.amount) DESC NULLS LAST,',
};

/** `€150`, `150,00` or `150.00`, in cents. */
const amountIn = (search: string): number | null => {
  const [, whole, fraction = ''] = /^€?\s*(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(search) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
};

const SEARCHED = [`f.sale->>'transactionId'`, `f.sale->'item'->>'title'`, 'b.username', 'v.username', 'o.reference'];
/** Personal texts, for readers who see them in a case. */
const CODES = ['t.tracking_code', 't.return_tracking_code'];

type Filter = { sql: string; values: (string | number)[] };

const searchFor = (search: string, reader: Viewer): Filter[] => {
  if (search === '') return [];
  const seesCodes = sightOf('sale.see.words', reader.roles, { case: true, paid: false }) === 'clear';
  const texts = [...SEARCHED, ...(seesCodes ? CODES : [])];
  const cents = amountIn(search);
  const amounts = cents === null ? [] : ['o.claim', 'o.held', 'o.amount', `(f.sale->>'captured')::bigint`];
  const conditions = [
    ...texts.map((text) => `strpos(lower(${text}), ?) > 0`),
    ...amounts.map((amount) => `${amount} = ?`),
  ];
  return [
    {
      sql: `(${conditions.join(' OR ')})`,
      values: [...texts.map(() => search.toLowerCase()), ...amounts.map(() => cents ?? 0)],
    },
  ];
};

const filtersOf = ({ kind, search }: CaseQuery, reader: Viewer): Filter => {
  const filters: Filter[] = [
    ...(kind === 'all' ? [] : [{ sql: 'o.kind = ?', values: [kind] }]),
    ...searchFor(search, reader),
  ];
  return {
    sql: filters.length > 0 ? `WHERE ${filters.map(({ sql }) => sql).join(' AND ')}` : '',
    values: filters.flatMap(({ values }) => values),
  };
};

/** Open cases as the reader may search them. `now`: the marketplace's clock. */
export const casePage = async (db: Knex, query: CaseQuery, reader: Viewer, now: Instant): Promise<CasePage> => {
  const { sort, page, limit } = query;
  const { sql, values } = filtersOf(query, reader);
  const [{ rows }, found, counted] = await Promise.all([
    db.raw<{ rows: Row[] }>(
      `SELECT ${SHOWN} FROM ${JOINED} ${sql} ORDER BY ${ORDERS[sort]} ${BY_DEADLINE} LIMIT ? OFFSET ?`,
      [...values, limit, (page - 1) * limit],
    ),
    db.raw<{ rows: [{ n: number }] }>(`SELECT count(*)::int AS n FROM ${JOINED} ${sql}`, values),
    db.raw<{ rows: { kind: CaseKind; n: number }[] }>(
      `SELECT kind, count(*)::int AS n FROM (${OPEN}) open GROUP BY kind ORDER BY kind`,
    ),
  ]);
  const totalCount = found.rows[0].n;
  return {
    cases: rows.map((row) => shown(row, now)),
    totalCount,
    hasMore: rows.length > 0 && (page - 1) * limit + rows.length < totalCount,
    counts: Object.fromEntries(counted.rows.map((row) => [row.kind, row.n])) as CasePage['counts'],
  };
};

/** The cases of one transaction, the nearest deadline first. */
export const casesOf = async (db: Knex, id: TransactionId, now: Instant): Promise<StaffCase[]> => {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `SELECT ${SHOWN} FROM ${JOINED} WHERE o.transaction_id = ? ORDER BY ${BY_DEADLINE}`,
    [id],
  );
  return rows.map((row) => shown(row, now));
};
