import type { Recorded } from '#application/ports/eventCodec.ts';
import { type TransactionEvent, transactionEvents } from '#domain/transactions/events.ts';
import { type Sale, transactionAggregate } from '#domain/transactions/transaction.ts';
import type { Projection, Tables } from '../../engine/projection.ts';
import { byKey, deleteRows, idOf, loadRows, saveRows, streamIds } from '../../engine/rows.ts';
import { TRANSACTION_VERSION } from './version.ts';

export type SaleEvent = Recorded<TransactionEvent>;

export const TRANSACTION_EVENTS = Object.keys(transactionEvents) as TransactionEvent['type'][];
const KNOWN = new Set<string>(TRANSACTION_EVENTS);
const isTransactionEvent = (event: Recorded): event is SaleEvent => KNOWN.has(event.type);

type FoldedRow = { id: string; sale: Sale };

export type Fold = {
  /** Each event with the states before and after it, in order. */
  steps: readonly { event: SaleEvent; id: string; before: Sale; after: Sale }[];
  /** The last state of each transaction in the batch. */
  states: ReadonlyMap<string, Sale>;
};

const foldBatch = async (batch: readonly Recorded[], tables: Tables): Promise<Fold> => {
  const events = batch.filter(isTransactionEvent);
  const rows = byKey(await loadRows<FoldedRow>(tables, 'folded', 'id', streamIds(events)), 'id');
  const steps = events.map((event) => {
    const id = idOf(event.stream);
    const before = rows.get(id)?.sale ?? transactionAggregate.initial;
    const after = transactionAggregate.evolve(before, event);
    rows.set(id, { id, sale: after });
    return { event, id, before, after };
  });
  await saveRows(tables, 'folded', ['id'], rows.values());
  return { steps, states: new Map([...rows].map(([id, { sale }]) => [id, sale])) };
};

type FoldProjection = Omit<Projection, 'handles' | 'apply'> & {
  /** Beside the events of transactions. */
  alsoHandles?: readonly Recorded['type'][];
  apply(fold: Fold, tables: Tables, batch: readonly Recorded[]): Promise<void>;
};

/**
 * A read model of the states of transactions. Each has its own table of states and its own checkpoint,
 * so a read model that stops does not stop the others.
 */
export const foldProjection = ({
  version,
  alsoHandles = [],
  create,
  apply,
  ...projection
}: FoldProjection): Projection => ({
  ...projection,
  version: version + TRANSACTION_VERSION,
  handles: [...TRANSACTION_EVENTS, ...alsoHandles],
  create: async (db, schema) => {
    await db.raw(
      `CREATE TABLE ${schema}.folded (id text COLLATE "C" PRIMARY KEY, sale json NOT NULL) WITH (fillfactor = 70)`,
    );
    await create(db, schema);
  },
  apply: async (batch, tables) => apply(await foldBatch(batch, tables), tables, batch),
});

/** Replaces the rows of the transactions in the batch. */
export const replaceRows = async <Row extends { transaction_id: string }>(
  tables: Tables,
  table: string,
  key: readonly (keyof Row & string)[],
  { states }: Fold,
  rowsOf: (id: string, transaction: Sale) => readonly Row[],
): Promise<void> => {
  await deleteRows(tables, table, 'transaction_id', states.keys());
  await saveRows(
    tables,
    table,
    key,
    [...states].flatMap(([id, transaction]) => rowsOf(id, transaction)),
  );
};
