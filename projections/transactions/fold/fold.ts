import type { Knex } from 'knex';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { type TransactionEvent, transactionEvents } from '#domain/transactions/events.ts';
import { type Sale, transactionAggregate } from '#domain/transactions/transaction.ts';
import type { Tables } from '../../engine/projection.ts';
import { idOf, loadRows, saveRows } from '../../engine/rows.ts';

export type SaleEvent = Recorded<TransactionEvent>;

export const TRANSACTION_EVENTS = Object.keys(transactionEvents) as TransactionEvent['type'][];
const KNOWN = new Set<string>(TRANSACTION_EVENTS);
const isTransactionEvent = (event: Recorded): event is SaleEvent => KNOWN.has(event.type);

type Folded = { id: string; sale: Sale };

/** Each read model that needs the state of a sale folds it for itself, so that one which stops holds up no other. */
export const createFoldTable = async (db: Knex, schema: string): Promise<void> => {
  await db.raw(
    `CREATE TABLE ${schema}.folded (id text COLLATE "C" PRIMARY KEY, sale json NOT NULL) WITH (fillfactor = 70)`,
  );
};

/** Walks a batch in order with the decider's own evolve; `visit` sees each sale before and after the fact. Answers the last states. */
export const foldTransactions = async (
  batch: readonly Recorded[],
  tables: Tables,
  visit?: (event: SaleEvent, id: string, before: Sale, after: Sale) => void,
): Promise<Map<string, Sale>> => {
  const events = batch.filter(isTransactionEvent);
  const loaded = await loadRows<Folded>(
    tables,
    'folded',
    'id',
    events.map(({ stream }) => idOf(stream)),
  );
  const transactions = new Map(loaded.map(({ id, sale: transaction }) => [id, transaction]));
  for (const event of events) {
    const id = idOf(event.stream);
    const before = transactions.get(id) ?? transactionAggregate.initial;
    const after = transactionAggregate.evolve(before, event);
    visit?.(event, id, before, after);
    transactions.set(id, after);
  }
  await saveRows<Folded>(
    tables,
    'folded',
    ['id'],
    [...transactions].map(([id, transaction]) => ({ id, sale: transaction })),
  );
  return transactions;
};
