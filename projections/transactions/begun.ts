import type { Knex } from 'knex';
import type { TransactionId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { Transaction } from '#domain/transactions/state.ts';

const PAGE = 500;

/** The transactions that began in a range, oldest first, page by page. */
export async function* transactionsBegun(
  db: Knex,
  { from, to }: { from: Instant; to: Instant },
): AsyncGenerator<TransactionId> {
  let [at, last] = [from - 1, '￿'];
  for (;;) {
    const { rows } = await db.raw<{ rows: { id: TransactionId; created_at: string }[] }>(
      `SELECT id, created_at FROM read_transactions.sales
        WHERE (created_at, id) > (?, ?) AND created_at < ? ORDER BY created_at, id LIMIT ?`,
      [at, last, to, PAGE],
    );
    for (const { id } of rows) yield id;
    const end = rows.at(-1);
    if (!end || rows.length < PAGE) return;
    [at, last] = [Number(end.created_at), end.id];
  }
}

/** The stored state of a transaction. Undefined if the read model does not know it yet. */
export const storedTransaction = async (db: Knex, id: TransactionId): Promise<Transaction | undefined> => {
  const row = await db.withSchema('read_transactions').table('sales').where({ id }).first('sale');
  return row?.sale;
};
