import type { Knex } from 'knex';
import type { EventFound, EventHistogram, EventPage } from '#application/contract/eventSearch.ts';
import { OUTCOME_EVENTS, outcomeText } from '#domain/audit/disputeOutcome.ts';
import { barsOf } from '#domain/audit/eventHistogram.ts';
import { toUnits } from '#domain/shared/currencies.ts';
import type { AccountId, TransactionId } from '#domain/shared/ids.ts';
import { DAY } from '#domain/shared/instants.ts';
import { idOf } from '../../engine/rows.ts';
import { type EventFilter, isIndexed, isOfFew, timesOf, tsqueryOf, whereOf } from './conditions.ts';
import type { EventRow } from './projection.ts';

/** Exported at most: the newest. */
export const MOST_EXPORTED = 10_000;
/** Counted exactly at most. */
export const MOST_COUNTED = 5_000;
/** The newest events that are looked through before the indexes are asked. */
const WINDOW = 10_000;
/** Rows of the sample for an estimate. */
const SAMPLE = 20_000;
/** Streams that a title or a name may stand for. */
const MOST_STREAMS = 500;

type Row = Omit<EventRow, 'words'>;

/** Keyset: the last row of the page before. */
export type After = { at: number; position: string };

const ROW = `position, event_id, stream, category, revision, type, at, recorded_at, actor_role, actor_id, command_id, correlation_id,
  causation_id, amount, to_buyer, to_seller, fee, currency, details`;

const iso = (instant: number): string => new Date(instant).toISOString();

/** Histories that belong to one account. */
const OF_ACCOUNTS = ['account', 'security', 'disclosure', 'buyer', 'inbox', 'watching', 'searches'];

const accountOf = ({ category, stream }: Row): string[] => (OF_ACCOUNTS.includes(category) ? [idOf(stream)] : []);

/** The short id and title behind streams, of a transaction also for its cases; and the usernames behind accounts. */
const labelsFor = async (db: Knex, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> => {
  const transactions = rows.flatMap(({ category, stream }) =>
    category === 'transaction' || category === 'case' ? [`transaction-${idOf(stream)}`] : [],
  );
  const listings = rows.flatMap(({ category, stream }) => (category === 'listing' ? [idOf(stream)] : []));
  const accounts = rows.flatMap((row) => [row.actor_id, ...accountOf(row)]);
  const { rows: labels } = await db.raw<{ rows: { stream: string; label: string }[] }>(
    `SELECT stream, label FROM read_events.histories WHERE stream = ANY(?) AND label IS NOT NULL
     UNION ALL SELECT 'listing-' || id, title FROM read_listings.listings WHERE id = ANY(?)
     UNION ALL SELECT 'account-' || id, username FROM read_accounts.accounts WHERE id = ANY(?) AND username IS NOT NULL`,
    [[...new Set(transactions)], [...new Set(listings)], [...new Set(accounts)]],
  );
  return new Map(labels.map(({ stream, label }) => [stream, label]));
};

type Ending = { position: string; type: string; toBuyer: number | null; currency: string | null };

/** How the disputes ended that these rows open, by the position of the opening. */
const outcomesFor = async (db: Knex, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> => {
  const openings = rows.flatMap(({ type, position }) => (type === 'DisputeOpened' ? [position] : []));
  if (openings.length === 0) return new Map();
  const { rows: endings } = await db.raw<{ rows: Ending[] }>(
    `SELECT o.position, e.type, e.to_buyer AS "toBuyer", e.currency FROM read_events.events o
       CROSS JOIN LATERAL (
         SELECT type, to_buyer, currency FROM read_events.events
          WHERE stream = o.stream AND revision > o.revision AND type = ANY(?)
            AND revision < (SELECT coalesce(min(revision), ${Number.MAX_SAFE_INTEGER}) FROM read_events.events
                             WHERE stream = o.stream AND revision > o.revision AND type = 'DisputeOpened')
          ORDER BY revision DESC LIMIT 1) e
      WHERE o.position = ANY(?)`,
    [OUTCOME_EVENTS, openings],
  );
  const last = new Map(endings.map((ending) => [ending.position, ending]));
  return new Map(openings.map((position) => [position, outcomeText(last.get(position))]));
};

type Beside = { labels: ReadonlyMap<string, string>; outcomes: ReadonlyMap<string, string> };

const shown = (row: Row, { labels, outcomes }: Beside): EventFound => {
  const { currency } = row;
  const units = (cents: number | null) => (cents === null || currency === null ? null : toUnits(cents, currency));
  const [account] = accountOf(row);
  const own = account === undefined ? row.stream : `account-${account}`;
  const of = row.category === 'case' ? `transaction-${idOf(row.stream)}` : own;
  return {
    id: row.event_id,
    position: row.position,
    stream: row.stream,
    revision: row.revision,
    label: labels.get(of) ?? null,
    type: row.type,
    at: iso(row.at),
    recordedAt: iso(row.recorded_at),
    actor: { id: row.actor_id, role: row.actor_role, name: labels.get(`account-${row.actor_id}`) ?? null },
    details: row.details,
    amount: units(row.amount),
    toBuyer: units(row.to_buyer),
    toSeller: units(row.to_seller),
    fee: units(row.fee),
    currency,
    outcome: outcomes.get(row.position) ?? null,
    commandId: row.command_id,
    correlationId: row.correlation_id,
    causationId: row.causation_id,
  };
};

const NONE_CLOSED: EventFilter['closed'] = { categories: [], streams: [] };
const NEWEST = 'ORDER BY at DESC, position DESC';

/** The planner cannot tell rare combinations from frequent ones, so it would walk a million rows for three. These settings make it use the indexes of all terms. */
const BY_INDEXES = `SELECT set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true),
  set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`;

const byIndexes = <Rows>(db: Knex, filter: EventFilter, ask: (db: Knex) => Promise<Rows>): Promise<Rows> =>
  isIndexed(filter)
    ? db.transaction(async (transaction) => {
        await transaction.raw(BY_INDEXES);
        return ask(transaction);
      })
    : ask(db);

type Asked = { after?: After | undefined; since?: string | undefined; limit: number };

const afterOf = (after: After | undefined): { sql: string; values: unknown[] } =>
  after ? { sql: 'AND (at, position) < (?, ?)', values: [after.at, after.position] } : { sql: '', values: [] };

/** The first rows of the newest `WINDOW` events: enough for a query that many events match. */
const rowsInWindow = async (db: Knex, filter: EventFilter, { after, limit }: Asked): Promise<Row[]> => {
  const times = whereOf({ conditions: timesOf(filter), closed: NONE_CLOSED });
  const { sql, values } = whereOf(filter);
  const next = afterOf(after);
  const { rows } = await db.raw<{ rows: Row[] }>(
    `SELECT ${ROW} FROM (SELECT * FROM read_events.events WHERE ${times.sql} ${next.sql} ${NEWEST} LIMIT ${WINDOW}) newest
      WHERE ${sql} ${NEWEST} LIMIT ?`,
    [...times.values, ...next.values, ...values, limit] as never,
  );
  return rows;
};

const rowsFound = async (db: Knex, filter: EventFilter, { after, since, limit }: Asked): Promise<Row[]> => {
  const { sql, values } = whereOf(filter);
  const next = afterOf(after);
  const { rows } = await db.raw<{ rows: Row[] }>(
    `SELECT ${ROW} FROM read_events.events WHERE ${sql} ${next.sql} ${since === undefined ? '' : 'AND position > ?'} ${NEWEST} LIMIT ?`,
    [...values, ...next.values, ...(since === undefined ? [] : [since]), limit] as never,
  );
  return rows;
};

const rowsOf = async (db: Knex, filter: EventFilter, asked: Asked): Promise<Row[]> => {
  // few events are newer than a position
  if (asked.since !== undefined) return rowsFound(db, filter, asked);
  const newest = isOfFew(filter) ? [] : await rowsInWindow(db, filter, asked);
  if (newest.length === asked.limit) return newest;
  return byIndexes(db, filter, (asking) => rowsFound(asking, filter, asked));
};

/** Newest first. `since`: only events stored after this position. */
export const eventsFound = async (
  db: Knex,
  filter: EventFilter,
  { limit, ...asked }: Asked,
): Promise<Omit<EventPage, 'maskedTexts' | 'unknownNames'>> => {
  const head = await db.raw<{ rows: { position: string | null }[] }>(
    'SELECT max(position) AS position FROM read_events.events',
  );
  const rows = await rowsOf(db, filter, { ...asked, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const [labels, outcomes] = await Promise.all([labelsFor(db, page), outcomesFor(db, page)]);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    events: page.map((row) => shown(row, { labels, outcomes })),
    next: last ? `${last.at}.${last.position}` : null,
    upTo: head.rows[0]?.position ?? null,
  };
};

type Days = { day: number; count: number }[];

/** Stops at one more than `MOST_COUNTED`. */
const daysCounted = async (db: Knex, filter: EventFilter): Promise<Days> => {
  const { sql, values } = whereOf(filter);
  const { rows } = await db.raw<{ rows: Days }>(
    `SELECT (at / ${DAY})::int AS day, count(*)::int AS count
       FROM (SELECT at FROM read_events.events WHERE ${sql} LIMIT ${MOST_COUNTED + 1}) found GROUP BY day ORDER BY day`,
    values as never,
  );
  return rows;
};

/** Estimated from a sample of the table's blocks, always the same ones. */
const daysEstimated = async (db: Knex, filter: EventFilter): Promise<Days> => {
  const { sql, values } = whereOf(filter);
  const { rows: tables } = await db.raw<{ rows: { rows: number }[] }>(
    `SELECT reltuples::float8 AS rows FROM pg_class WHERE oid = 'read_events.events'::regclass`,
  );
  const percent = Math.min(100, (100 * SAMPLE) / Math.max(1, tables[0]?.rows ?? 1));
  const { rows } = await db.raw<{ rows: Days }>(
    `SELECT (at / ${DAY})::int AS day, round(count(*) * 100 / ?::float8)::int AS count
       FROM read_events.events TABLESAMPLE SYSTEM (?) REPEATABLE (1) WHERE ${sql} GROUP BY day ORDER BY day`,
    [percent, percent, ...values] as never,
  );
  return rows;
};

const sumOf = (days: Days): number => days.reduce((sum, { count }) => sum + count, 0);

/** How many rows PostgreSQL expects: a guess, but it costs nothing. */
const rowsExpected = async (db: Knex, filter: EventFilter): Promise<number> => {
  const { sql, values } = whereOf(filter);
  const { rows } = await db.raw<{ rows: { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }[] }>(
    `EXPLAIN (FORMAT JSON) SELECT 1 FROM read_events.events WHERE ${sql}`,
    values as never,
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
};

/** Exact up to `MOST_COUNTED`, above that estimated. */
const daysOf = async (db: Knex, filter: EventFilter): Promise<{ days: Days; estimated: boolean }> => {
  // counting thousands of rows only to find that there are more would take longer than the estimate; the guess may be far too low
  const expected = await rowsExpected(db, filter);
  const early = expected > MOST_COUNTED / 4 ? await daysEstimated(db, filter) : [];
  if (sumOf(early) > MOST_COUNTED) return { days: early, estimated: true };
  const counted = await byIndexes(db, filter, (asking) => daysCounted(asking, filter));
  if (sumOf(counted) <= MOST_COUNTED) return { days: counted, estimated: false };
  return { days: early.length > 0 ? early : await daysEstimated(db, filter), estimated: true };
};

export const eventHistogram = async (db: Knex, filter: EventFilter): Promise<EventHistogram> => {
  const { days, estimated } = await daysOf(db, filter);
  const bars = barsOf(days).map(({ from, until, count }) => ({ from: iso(from), until: iso(until), count }));
  return { count: sumOf(days), estimated, bars };
};

/** The streams that a reader may not read because they are a party. */
export const streamsClosedTo = async (db: Knex, reader: AccountId): Promise<string[]> => {
  const { rows } = await db.raw<{ rows: { stream: string }[] }>(
    'SELECT stream FROM read_events.histories WHERE closed_to @> ARRAY[?::text]',
    [reader],
  );
  return rows.map(({ stream }) => stream);
};

/** Streams with this short id or title, and those of this account: at most so many, because a title may be on all sales. */
export const streamsMeant = async (db: Knex, text: string, account: AccountId | undefined): Promise<string[]> => {
  const { rows } = await db.raw<{ rows: { stream: string }[] }>(
    `(SELECT stream FROM read_events.histories WHERE words @@ ?::tsquery LIMIT ${MOST_STREAMS})
     UNION (SELECT stream FROM read_events.histories WHERE closed_to @> ARRAY[?::text] ORDER BY stream DESC LIMIT ${MOST_STREAMS})`,
    [tsqueryOf(text), account ?? ''],
  );
  return rows.map(({ stream }) => stream);
};

/** Some transactions with this tracking code. */
export const transactionsWithCode = async (db: Knex, code: string): Promise<TransactionId[]> => {
  const { rows } = await db.raw<{ rows: { id: TransactionId }[] }>(
    `SELECT id FROM read_transactions.sales WHERE ? IN (lower(tracking_code), lower(return_tracking_code)) LIMIT 5`,
    [code.toLowerCase()],
  );
  return rows.map(({ id }) => id);
};
