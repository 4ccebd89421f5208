import type { Recorded } from '#application/ports/eventCodec.ts';
import type { Projection, Tables } from './projection.ts';
import { loadRows, saveRows } from './rows.ts';

/** The rows of one table that a batch has loaded or written. */
export type Documents<Row> = {
  get(...key: (string | number)[]): Row | undefined;
  all(): Row[];
  where<Column extends keyof Row>(column: Column, value: Row[Column]): Row[];
  put(row: Row): void;
  remove(row: Row): void;
};

type DocumentsOf<Rows> = { [Table in keyof Rows]: Documents<Rows[Table]> };

type Lookup<Event, Rows> = (events: readonly Event[], documents: DocumentsOf<Rows>) => Iterable<string>;

type DocumentTable<Event, Row, Rows> = {
  /** The columns of the primary key. */
  key: readonly (keyof Row & string)[];
  /** By column, the values whose rows the batch needs. They load in this order, so a later one can use rows of an earlier one. */
  load?: { [Column in keyof Row & string]?: Lookup<Event, Rows> };
};

type DocumentProjection<Event extends Recorded, Rows> = Omit<Projection, 'handles' | 'apply'> & {
  handles: readonly Event['type'][];
  tables: { [Table in keyof Rows]: DocumentTable<Event, Rows[Table], Rows> };
  evolve(documents: DocumentsOf<Rows>, event: Event): void;
  /** Runs after the last event of the batch, before the rows are stored. */
  finish?(documents: DocumentsOf<Rows>, tables: Tables): void | Promise<void>;
};

const deleteRows = async <Row extends object>(
  { transaction, schema }: Tables,
  table: string,
  key: readonly (keyof Row & string)[],
  rows: readonly Row[],
): Promise<void> => {
  if (rows.length === 0) return;
  const isSame = key.map((column) => `t.${column} = gone.${column}`).join(' AND ');
  await transaction.raw(
    `DELETE FROM ${schema}.${table} t USING json_populate_recordset(null::${schema}.${table}, ?::json) gone WHERE ${isSame}`,
    [JSON.stringify(rows.map((row) => Object.fromEntries(key.map((column) => [column, row[column]]))))],
  );
};

const openDocuments = <Row extends object>(tables: Tables, table: string, key: readonly (keyof Row & string)[]) => {
  const stored = new Map<string, Row>();
  const rows = new Map<string, Row>();
  const keyOf = (row: Row): string => key.map((column) => row[column]).join(' ');
  return {
    get: (...values: (string | number)[]) => rows.get(values.join(' ')),
    all: () => [...rows.values()],
    where: <Column extends keyof Row>(column: Column, value: Row[Column]) =>
      [...rows.values()].filter((row) => row[column] === value),
    put: (row: Row): void => void rows.set(keyOf(row), row),
    remove: (row: Row): void => void rows.delete(keyOf(row)),
    load: async (column: keyof Row & string, values: Iterable<string>): Promise<void> => {
      for (const row of await loadRows<Row>(tables, table, column, values)) {
        stored.set(keyOf(row), row);
        rows.set(keyOf(row), row);
      }
    },
    /** Writes changed rows only. */
    store: async (): Promise<void> => {
      const removed = [...stored].flatMap(([id, row]) => (rows.has(id) ? [] : [row]));
      const changed = [...rows].flatMap(([id, row]) => (stored.get(id) === row ? [] : [row]));
      await deleteRows(tables, table, key, removed);
      await saveRows(tables, table, key, changed);
    },
  };
};

/** A read model whose tables hold documents: `evolve` changes them event by event, and each batch loads and stores them once. */
export const documentProjection = <Event extends Recorded, Rows extends Record<string, object>>({
  tables: definitions,
  evolve,
  finish,
  ...projection
}: DocumentProjection<Event, Rows>): Projection => ({
  ...projection,
  apply: async (batch, tables) => {
    const events = batch as readonly Event[];
    const opened = (Object.keys(definitions) as (keyof Rows & string)[]).map((table) => {
      const { key, load = {} } = definitions[table];
      const lookups = Object.entries(load as Record<string, Lookup<Event, Rows>>);
      return { table, lookups, ...openDocuments(tables, table, key) };
    });
    const documents = Object.fromEntries(opened.map((one) => [one.table, one])) as never as DocumentsOf<Rows>;
    for (const { lookups, load } of opened)
      for (const [column, valuesOf] of lookups) await load(column as never, valuesOf(events, documents));
    for (const event of events) evolve(documents, event);
    await finish?.(documents, tables);
    for (const { store } of opened) await store();
  },
});
