import type { Knex } from 'knex';
import type { Id, TransactionId } from '#domain/shared/ids.ts';
import { tsqueryOf } from './events/conditions.ts';

/** Finds a transaction by the last ten characters of its id, which the human-readable id shows. */
export const transactionWithTail = async (db: Knex, tail: string): Promise<TransactionId | undefined> => {
  const { rows } = await db.raw<{ rows: { id: TransactionId }[] }>(
    'SELECT id FROM read_transactions.sales WHERE right(id, 10) = ? LIMIT 1',
    [tail],
  );
  return rows[0]?.id;
};

/** A label per stream category with this id: number and title, title, or username. */
export const labelsOf = async (db: Knex, id: Id): Promise<Record<string, string>> => {
  const { rows } = await db.raw<{ rows: { category: string; label: string }[] }>(
    `SELECT 'transaction' AS category, (sale->>'transactionId') || ', ' || (sale->'item'->>'title') AS label
       FROM read_transactions.sales WHERE id = :id
     UNION ALL SELECT 'listing', title FROM read_listings.listings WHERE id = :id`,
    { id },
  );
  return Object.fromEntries(rows.map(({ category, label }) => [category, label]));
};

/** `events`: how many it has. */
type HistoryFound = { stream: string; label: string | null; events: number };

const MOST = { people: 10, sales: 25, listings: 10, newest: 20 };
/** Of the newest events, those that name the newest histories. */
const NEWEST_EVENTS = 500;
/** The histories of things and people; the others only accompany them. */
const LISTED = ['transaction', 'case', 'account', 'listing', 'conversation', 'notice', 'review'];

/** Adds what a reader knows a history by: the name of a person, the number and title of a sale, the title of a listing. */
const withLabels = (histories: string): string => `
  SELECT h.stream,
         CASE split_part(h.stream, '-', 1)
           WHEN 'account' THEN (SELECT username FROM read_accounts.accounts WHERE id = split_part(h.stream, '-', 2))
           WHEN 'listing' THEN (SELECT title FROM read_listings.listings WHERE id = split_part(h.stream, '-', 2))
           WHEN 'transaction' THEN (SELECT label FROM read_events.histories t WHERE t.stream = h.stream)
           WHEN 'case' THEN (SELECT label FROM read_events.histories t WHERE t.stream = 'transaction-' || split_part(h.stream, '-', 2))
         END AS label,
         (SELECT count(*)::int FROM read_events.events e WHERE e.stream = h.stream) AS events
    FROM (${histories}) h ORDER BY h.place, h.at DESC, h.stream`;

/** People whose name begins with the text, their sales, sales and listings with such a number or title. */
const BY_TEXT = `
  WITH people AS MATERIALIZED (
         SELECT id FROM read_accounts.accounts WHERE lower(username) LIKE :beginning ORDER BY lower(username) LIMIT ${MOST.people}),
       sales AS (
         SELECT id, created_at, 1 AS place FROM read_transactions.sales WHERE buyer_id IN (SELECT id FROM people)
         UNION SELECT id, created_at, 1 FROM read_transactions.sales WHERE seller_id IN (SELECT id FROM people)
         UNION SELECT s.id, s.created_at, 2 FROM read_events.histories h
           JOIN read_transactions.sales s ON s.id = split_part(h.stream, '-', 2)
          WHERE h.label IS NOT NULL AND (h.words @@ CAST(:words AS tsquery) OR :anyNumber))
  SELECT 'account-' || id AS stream, 0 AS place, 0::bigint AS at FROM people
  UNION ALL (SELECT 'transaction-' || id, min(place), created_at FROM sales GROUP BY id, created_at
              ORDER BY 2, 3 DESC LIMIT ${MOST.sales})
  UNION ALL (SELECT 'listing-' || id, 3, posted_at FROM read_listings.listings
              WHERE status = 'active' AND words @@ CAST(:words AS tsquery) ORDER BY posted_at DESC LIMIT ${MOST.listings})`;

const NEWEST = `
  SELECT stream, 0 AS place, max(at) AS at
    FROM (SELECT stream, at FROM read_events.events WHERE category = ANY(:listed) ORDER BY at DESC, position DESC LIMIT ${NEWEST_EVENTS}) e
   GROUP BY stream ORDER BY at DESC LIMIT ${MOST.newest}`;

const literally = (text: string): string => text.toLowerCase().replace(/[\\%_]/g, '\\$&');

/** Histories by the beginning of a name, a number or the words of a title; without a text the newest. */
export const historiesFound = async (db: Knex, text: string): Promise<HistoryFound[]> => {
  if (text === '') {
    const { rows } = await db.raw<{ rows: HistoryFound[] }>(withLabels(NEWEST), { listed: LISTED } as never);
    return rows;
  }
  const { rows } = await db.raw<{ rows: HistoryFound[] }>(withLabels(BY_TEXT), {
    beginning: `${literally(text)}%`,
    words: tsqueryOf(text),
    // two letters that begin the number of every sale
    anyNumber: text.toUpperCase() === 'TX',
  });
  return rows;
};

/** Undefined if the stream is not in quarantine. */
export const quarantineOf = async (
  db: Knex,
  stream: string,
): Promise<{ revision: number; event: string; reason: string } | undefined> =>
  db('projections.quarantine').where({ stream }).first('revision', 'type as event', 'reason');
