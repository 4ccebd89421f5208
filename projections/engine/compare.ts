import type { Knex } from 'knex';
import type { Projection } from './projection.ts';
import { schemaOf } from './schemas.ts';

/** `columns`: the columns that differ, if both sides have the row. Never values: they may be personal. */
export type DifferingRow = {
  table: string;
  key: string;
  kind: 'missing' | 'surplus' | 'differs';
  columns: readonly string[];
};

export type Comparison = {
  tables: number;
  rows: number;
  /** At most 20. */
  differing: readonly DifferingRow[];
};

const MOST = 20;

/** `key` and `row` are SQL expressions. */
type Table = { name: string; key: string; row: string };

const tablesOf = async (
  transaction: Knex.Transaction,
  { name, ordinals = [] }: Pick<Projection, 'name' | 'ordinals'>,
): Promise<Table[]> => {
  const { rows } = await transaction.raw<{ rows: { name: string; columns: string[] | null }[] }>(
    `SELECT c.relname AS name,
            (SELECT array_agg(a.attname::text ORDER BY a.attnum)
               FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
              WHERE i.indrelid = c.oid AND i.indisprimary) AS columns
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = ? AND c.relkind = 'r' ORDER BY c.relname`,
    [schemaOf(name, 'next')],
  );
  // without a primary key, the whole row is the key
  const rowOf = (table: string): string =>
    ordinals
      .filter((column) => column.startsWith(`${table}.`))
      .reduce((row, column) => `(${row} - '${column.slice(table.length + 1)}')`, 'to_jsonb(t)');
  return rows.map(({ name, columns }) => ({
    name,
    row: rowOf(name),
    key: columns
      ? `jsonb_build_array(${columns.map((column) => `t."${column}"`).join(', ')})::text`
      : 'to_jsonb(t)::text',
  }));
};

const bytesOf = (text: string): string => `convert_to(${text}, 'UTF8')`;

/** 256 leaves by the hash of the key, so a row is in the same leaf on both sides. */
const leavesOf = async (transaction: Knex.Transaction, schema: string, { name, key, row }: Table) => {
  const { rows } = await transaction.raw<{ rows: { leaf: number; rows: string; hash: string }[] }>(
    `SELECT leaf, count(*) AS rows, encode(sha256(string_agg(hash, ''::bytea ORDER BY hash)), 'hex') AS hash
       FROM (SELECT get_byte(sha256(${bytesOf(key)}), 0) AS leaf, sha256(${bytesOf(`${row}::text`)}) AS hash
               FROM ${schema}.${name} t) AS hashed
      GROUP BY leaf ORDER BY leaf`,
  );
  return rows;
};

type RowPair = { key: string; live: Record<string, unknown> | null; built: Record<string, unknown> | null };

const differingIn = async (
  transaction: Knex.Transaction,
  name: string,
  table: Table,
  leaves: readonly number[],
): Promise<DifferingRow[]> => {
  const side = (schema: string) =>
    `(SELECT ${table.key} AS key, ${table.row} AS row FROM ${schema}.${table.name} t
       WHERE get_byte(sha256(${bytesOf(table.key)}), 0) = ANY (:leaves))`;
  const { rows } = await transaction.raw<{ rows: RowPair[] }>(
    `SELECT key, l.row AS live, n.row AS built
       FROM ${side(schemaOf(name, 'live'))} l FULL JOIN ${side(schemaOf(name, 'next'))} n USING (key)
      WHERE l.row IS DISTINCT FROM n.row ORDER BY key LIMIT ${MOST}`,
    { leaves: [...leaves] },
  );
  return rows.map(({ key, live, built }) => {
    const kind = live === null ? 'missing' : built === null ? 'surplus' : 'differs';
    const columns = Object.keys({ ...live, ...built }).filter(
      (column) => kind === 'differs' && JSON.stringify(live?.[column]) !== JSON.stringify(built?.[column]),
    );
    return { table: table.name, key, kind, columns };
  });
};

const differingLeaves = (
  live: readonly { leaf: number; hash: string }[],
  built: readonly { leaf: number; hash: string }[],
): number[] => {
  const hashes = new Map(live.map(({ leaf, hash }) => [leaf, hash]));
  const other = built.filter(({ leaf, hash }) => hashes.get(leaf) !== hash).map(({ leaf }) => leaf);
  const there = new Set(built.map(({ leaf }) => leaf));
  return [...other, ...live.map(({ leaf }) => leaf).filter((leaf) => !there.has(leaf))];
};

/** Compares the live tables with those built beside them. Both must be at the same position. */
export const compareTables = async (
  transaction: Knex.Transaction,
  projection: Pick<Projection, 'name' | 'ordinals'>,
): Promise<Comparison> => {
  const { name } = projection;
  const tables = await tablesOf(transaction, projection);
  const differing: DifferingRow[] = [];
  let rows = 0;
  for (const table of tables) {
    const live = await leavesOf(transaction, schemaOf(name, 'live'), table);
    const built = await leavesOf(transaction, schemaOf(name, 'next'), table);
    rows += built.reduce((sum, { rows: count }) => sum + Number(count), 0);
    const leaves = differingLeaves(live, built);
    if (leaves.length > 0) differing.push(...(await differingIn(transaction, name, table, leaves)));
  }
  return { tables: tables.length, rows, differing: differing.slice(0, MOST) };
};
