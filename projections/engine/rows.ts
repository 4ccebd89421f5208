import type { Tables } from './projection.ts';

/** The rows of the projection's own table whose column has one of the values. */
export const loadRows = async <Row extends object>(
  tables: Tables,
  table: string,
  column: keyof Row & string,
  keys: Iterable<string>,
): Promise<Row[]> => {
  const wanted = [...new Set(keys)];
  if (wanted.length === 0) return [];
  const { rows } = await tables.transaction.raw<{ rows: Row[] }>(
    `SELECT * FROM ${tables.schema}.${table} WHERE ${column} = ANY(?)`,
    [wanted],
  );
  return rows;
};

export const byKey = <Row extends object, Key extends keyof Row>(rows: readonly Row[], key: Key): Map<Row[Key], Row> =>
  new Map(rows.map((row) => [row[key], row]));

/** Inserts or replaces rows by their primary key, all in one statement. Every row carries every column. */
export const saveRows = async <Row extends object>(
  tables: Tables,
  table: string,
  key: readonly (keyof Row & string)[],
  rows: Iterable<Row>,
): Promise<void> => {
  const all = [...rows];
  const [first] = all;
  if (!first) return;
  const columns = Object.keys(first);
  const replaced = columns.filter((column) => !key.includes(column as keyof Row & string));
  const onConflict =
    replaced.length > 0
      ? `UPDATE SET ${replaced.map((column) => `${column} = excluded.${column}`).join(', ')}`
      : 'NOTHING';
  await tables.transaction.raw(
    `INSERT INTO ${tables.schema}.${table} (${columns.join(', ')})
     SELECT ${columns.join(', ')} FROM json_populate_recordset(null::${tables.schema}.${table}, ?::json)
     ON CONFLICT (${key.join(', ')}) DO ${onConflict}`,
    [JSON.stringify(all)],
  );
};

export const deleteRows = async (
  tables: Tables,
  table: string,
  column: string,
  keys: Iterable<string>,
): Promise<void> => {
  const gone = [...keys];
  if (gone.length > 0)
    await tables.transaction.raw(`DELETE FROM ${tables.schema}.${table} WHERE ${column} = ANY(?)`, [gone]);
};

/** The part of a stream's name after the first hyphen. */
export const idOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1);

export const streamIds = (events: readonly { stream: string }[]): string[] => events.map(({ stream }) => idOf(stream));
