import { armedDeadlines } from '#domain/transactions/transaction.ts';
import type { Projection } from '../../engine/projection.ts';
import { deleteRows } from '../../engine/rows.ts';
import { createFoldTable, foldTransactions, TRANSACTION_EVENTS } from '../fold/fold.ts';
import { TRANSACTION_VERSION } from '../fold/version.ts';

export const deadlines: Projection = {
  name: 'deadlines',
  version: 3 + TRANSACTION_VERSION,
  handles: TRANSACTION_EVENTS,
  create: async (db, schema) => {
    await createFoldTable(db, schema);
    await db.raw(`CREATE TABLE ${schema}.deadlines (
      transaction_id text COLLATE "C", kind text, due_at bigint, PRIMARY KEY (transaction_id, kind, due_at))`);
    await db.raw(`CREATE INDEX deadlines_due ON ${schema}.deadlines (due_at, transaction_id, kind)`);
  },
  apply: async (batch, tables) => {
    const transactions = await foldTransactions(batch, tables);
    const armed = [...transactions].flatMap(([id, sale]) =>
      armedDeadlines(sale).map(({ kind, dueAt }) => [id, kind, dueAt]),
    );
    await deleteRows(tables, 'deadlines', 'transaction_id', transactions.keys());
    if (armed.length === 0) return;
    await tables.transaction.raw(
      `INSERT INTO ${tables.schema}.deadlines (transaction_id, kind, due_at)
       SELECT d->>0, d->>1, (d->>2)::bigint FROM json_array_elements(?::json) d`,
      [JSON.stringify(armed)],
    );
  },
};
