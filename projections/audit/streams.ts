import type { Knex } from 'knex';
import type { Id, TransactionId } from '#domain/shared/ids.ts';

/** Finds a transaction by the last ten characters of its id, which the human-readable id shows. */
export const transactionWithTail = async (db: Knex, tail: string): Promise<TransactionId | undefined> => {
  const { rows } = await db.raw<{ rows: { id: TransactionId }[] }>(
    'SELECT id FROM read_transactions.sales WHERE right(id, 10) = ? LIMIT 1',
    [tail],
  );
  return rows[0]?.id;
};

/** A label per stream category with this id, without personal data. */
export const labelsOf = async (db: Knex, id: Id): Promise<Record<string, string>> => {
  const { rows } = await db.raw<{ rows: { category: string; label: string }[] }>(
    `SELECT 'transaction' AS category, (sale->>'transactionId') || ', ' || (sale->'item'->>'title') AS label
       FROM read_transactions.sales WHERE id = :id
     UNION ALL SELECT 'listing', title FROM read_listings.listings WHERE id = :id`,
    { id },
  );
  return Object.fromEntries(rows.map(({ category, label }) => [category, label]));
};

/** Undefined if the stream is not in quarantine. */
export const quarantineOf = async (
  db: Knex,
  stream: string,
): Promise<{ revision: number; event: string; reason: string } | undefined> =>
  db('projections.quarantine').where({ stream }).first('revision', 'type as event', 'reason');
