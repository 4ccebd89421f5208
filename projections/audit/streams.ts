import type { Knex } from 'knex';
import type { Id, TransactionId } from '#domain/shared/ids.ts';

/** The sale whose id ends so: the end is what its short human id is made of. */
export const transactionWithTail = async (db: Knex, tail: string): Promise<TransactionId | undefined> => {
  const { rows } = await db.raw<{ rows: { id: TransactionId }[] }>(
    'SELECT id FROM read_transactions.sales WHERE right(id, 10) = ? LIMIT 1',
    [tail],
  );
  return rows[0]?.id;
};

/** What streams of that id are about, by category, without personal data. */
export const labelsOf = async (db: Knex, id: Id): Promise<Record<string, string>> => {
  const { rows } = await db.raw<{ rows: { category: string; label: string }[] }>(
    `SELECT 'transaction' AS category, (sale->>'transactionId') || ', ' || (sale->'item'->>'title') AS label
       FROM read_transactions.sales WHERE id = :id
     UNION ALL SELECT 'listing', title FROM read_listings.listings WHERE id = :id`,
    { id },
  );
  return Object.fromEntries(rows.map(({ category, label }) => [category, label]));
};

/** Why a stream is in quarantine; undefined when it is not. */
export const quarantineOf = async (
  db: Knex,
  stream: string,
): Promise<{ revision: number; event: string; reason: string } | undefined> =>
  db('projections.quarantine').where({ stream }).first('revision', 'type as event', 'reason');
