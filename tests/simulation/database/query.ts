import type { Row, Tables } from './statements.ts';

type Send = <Answer>(reading: boolean, run: (tables: Tables) => Answer) => Promise<Answer>;
type Change = { kind: 'update'; values: Row } | { kind: 'insert'; row: Row } | { kind: 'delete' };

/** Defaults of the one table with such inserts. */
const DEFAULTS: Row = { position: null, stopped_at: null, stopped_by: null };

/** The part of knex's builder that read models and their quarantine use; it runs when awaited. */
export const queryOf = (table: string, send: Send) => {
  const conditions: ((row: Row) => boolean)[] = [];
  let change: Change | undefined;
  let answered: (rows: readonly Row[]) => unknown = (rows) => [...rows];

  const run = (tables: Tables): unknown => {
    const rows = tables.get(table) ?? [];
    const isMeant = (row: Row) => conditions.every((holds) => holds(row));
    const meant = rows.filter(isMeant);
    if (!change) return answered(meant);
    if (change.kind === 'insert') tables.set(table, [...rows, { ...DEFAULTS, ...change.row }]);
    else {
      const { kind } = change;
      const values = kind === 'update' ? change.values : {};
      const left = rows.flatMap((row) => (isMeant(row) ? (kind === 'update' ? [{ ...row, ...values }] : []) : [row]));
      tables.set(table, left);
    }
    return answered(meant);
  };

  const changing = (next: Change) => {
    change = next;
    answered = (rows) => rows.length;
    return query;
  };

  const query = {
    where: (...given: [Row] | [string, unknown] | [string, '<=', number]) => {
      if (given.length === 3) conditions.push((row) => Number(row[given[0]]) <= given[2]);
      else if (given.length === 2) conditions.push((row) => row[given[0]] === given[1]);
      else for (const [column, value] of Object.entries(given[0])) conditions.push((row) => row[column] === value);
      return query;
    },
    select: () => query,
    orderBy: () => query,
    forUpdate: () => query,
    first: () => {
      answered = ([row]) => row;
      return query;
    },
    pluck: (column: string) => {
      answered = (rows) => rows.map((row) => row[column]);
      return query;
    },
    returning: () => {
      answered = (rows) => [...rows];
      return query;
    },
    update: (values: Row) => changing({ kind: 'update', values }),
    insert: (row: Row) => changing({ kind: 'insert', row }),
    delete: () => changing({ kind: 'delete' }),
    // biome-ignore lint/suspicious/noThenProperty: as knex's builders, it runs when it is awaited
    then: (resolve: (answer: unknown) => unknown, reject: (error: unknown) => unknown) =>
      send(change === undefined, run).then(resolve, reject),
  };
  return query;
};
