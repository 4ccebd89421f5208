import type { Recorded } from '#application/ports/eventCodec.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { openCases } from '#domain/transactions/cases.ts';
import { movesCase } from '#domain/transactions/moved.ts';
import { claimMade, disputeOpen, stillHeld } from '#domain/transactions/state.ts';
import { armedDeadlines } from '#domain/transactions/transaction.ts';
import { documentProjection } from '../engine/documentProjection.ts';
import { idOf, saveRows } from '../engine/rows.ts';
import { CASE_READERS, wake } from '../engine/wakeUps.ts';
import { applyDeskEvents, DESK_EVENTS } from './cases/desk.ts';
import { applyUnmatchedEvents, UNMATCHED_EVENTS } from './cases/unmatchedEvents.ts';
import { type Fold, foldProjection, replaceRows, type SaleEvent, TRANSACTION_EVENTS } from './fold/fold.ts';
import { TRANSACTION_VERSION } from './fold/version.ts';
import { evolve, rated, type TransactionRow, withNeeds } from './row.ts';

type Handled = SaleEvent | Recorded<Extract<AccountEvent, { type: 'SellerRated' }>>;

const transactionOf = (event: Handled): string =>
  event.type === 'SellerRated' ? event.data.transactionId : idOf(event.stream);

/** `sale` is the folded state; personal data and the timeline have columns of their own. */
export const transactions = documentProjection<Handled, { sales: TransactionRow }>({
  name: 'transactions',
  version: 15 + TRANSACTION_VERSION,
  handles: [...TRANSACTION_EVENTS, 'SellerRated'],
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.sales (
      id text COLLATE "C" PRIMARY KEY, buyer_id text COLLATE "C" NOT NULL, seller_id text COLLATE "C" NOT NULL,
      listing_id text COLLATE "C" NOT NULL, status text NOT NULL, disputed boolean NOT NULL, created_at bigint NOT NULL,
      buyer_due bigint, seller_due bigint,
      payment_status text NOT NULL, address json, tracking_code text, return_tracking_code text, pause_reason text, dispute_words json,
      return_words json, return_address json, cancel_words text, carrier text, outside_words json,
      stars json, timeline json NOT NULL, sale json NOT NULL) WITH (fillfactor = 70)`);
    await db.raw(`CREATE INDEX sales_buyer ON ${schema}.sales (buyer_id, created_at DESC, id DESC)`);
    await db.raw(`CREATE INDEX sales_seller ON ${schema}.sales (seller_id, created_at DESC, id DESC)`);
    await db.raw(`CREATE INDEX sales_tail ON ${schema}.sales (right(id, 10))`);
    for (const code of ['tracking_code', 'return_tracking_code'])
      await db.raw(`CREATE INDEX ON ${schema}.sales (replace(lower(${code}), ' ', '')) WHERE ${code} IS NOT NULL`);
    await db.raw(`CREATE INDEX sales_disputed ON ${schema}.sales (created_at, id) WHERE disputed`);
    await db.raw(`CREATE INDEX sales_decided ON ${schema}.sales (created_at) WHERE (sale->>'decided') IS NOT NULL`);
  },
  tables: { sales: { key: ['id'], load: { id: (events) => events.map(transactionOf) } } },
  evolve: ({ sales }, event) => {
    const before = sales.get(transactionOf(event));
    sales.put(event.type === 'SellerRated' ? rated(before, event) : evolve(before, event));
  },
  finish: async ({ sales }, tables) => {
    for (const row of sales.all()) sales.put(withNeeds(row));
    const parties = sales.all().flatMap(({ buyer_id, seller_id }) => [buyer_id, seller_id] as AccountId[]);
    await wake(tables, 'transactions', 'sale', parties);
  },
});

export const deadlines = foldProjection({
  name: 'deadlines',
  version: 3,
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.deadlines (
      transaction_id text COLLATE "C", kind text, due_at bigint, PRIMARY KEY (transaction_id, kind, due_at))`);
    await db.raw(`CREATE INDEX deadlines_due ON ${schema}.deadlines (due_at, transaction_id, kind)`);
  },
  apply: (fold, tables) =>
    replaceRows(tables, 'deadlines', ['transaction_id', 'kind', 'due_at'], fold, (transaction_id, transaction) =>
      armedDeadlines(transaction).map(({ kind, dueAt }) => ({ transaction_id, kind, due_at: dueAt })),
    ),
});

/** The latest event of each transaction that moved its case. */
const movesOf = ({ steps }: Fold) =>
  new Map(
    steps.flatMap(({ id, event: { type, data } }) =>
      movesCase(type) ? [[id, { transaction_id: id, event: type, at: data.at }] as const] : [],
    ),
  );

const changesCases = ({ before, after }: Fold['steps'][number]): boolean =>
  openCases(before).length > 0 || openCases(after).length > 0;

/** Everything that waits for staff. A transaction has each kind of case once. `held` and `claim` are in cents. */
export const cases = foldProjection({
  name: 'cases',
  version: 7,
  alsoHandles: [...UNMATCHED_EVENTS, ...DESK_EVENTS],
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.cases (
      transaction_id text COLLATE "C", kind text, since bigint NOT NULL, due_at bigint NOT NULL, held bigint, claim bigint,
      PRIMARY KEY (transaction_id, kind))`);
    await db.raw(
      `CREATE TABLE ${schema}.moves (transaction_id text COLLATE "C" PRIMARY KEY, event text NOT NULL, at bigint NOT NULL)`,
    );
    await db.raw(`CREATE TABLE ${schema}.desks (
      transaction_id text COLLATE "C" PRIMARY KEY, assignee text COLLATE "C", snoozed_until bigint, snoozed_at bigint, notes int NOT NULL)`);
    await db.raw(`CREATE INDEX cases_due ON ${schema}.cases (due_at, transaction_id, kind)`);
    await db.raw(`CREATE TABLE ${schema}.orphans (
      id text COLLATE "C" PRIMARY KEY, event_id text NOT NULL, fact text NOT NULL, reference text NOT NULL, amount bigint, currency text,
      since bigint NOT NULL, due_at bigint NOT NULL, kind text NOT NULL, told text, transaction_id text COLLATE "C")`);
  },
  apply: async (fold, tables, batch) => {
    await replaceRows(tables, 'cases', ['transaction_id', 'kind'], fold, (transaction_id, transaction) =>
      openCases(transaction).map(({ kind, since, dueAt }) => ({
        transaction_id,
        kind,
        since,
        due_at: dueAt,
        held: stillHeld(transaction),
        claim: disputeOpen(transaction) ? (claimMade(transaction)?.amount ?? null) : null,
      })),
    );
    await saveRows(tables, 'moves', ['transaction_id'], movesOf(fold).values());
    const unmatched = await applyUnmatchedEvents(batch, tables);
    const desks = await applyDeskEvents(batch, tables);
    if (unmatched || desks || fold.steps.some(changesCases)) await wake(tables, 'cases', 'cases', [CASE_READERS]);
  },
});
