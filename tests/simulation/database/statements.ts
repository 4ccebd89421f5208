export type Row = Record<string, unknown>;
/** All tables by their qualified names; rows are replaced, never changed. */
export type Tables = Map<string, readonly Row[]>;
export type Result = { rows: Row[]; rowCount: number };
type Bindings = readonly unknown[] | Row;
type Run = (tables: Tables, bindings: never, name: string, other: string) => Row[] | number;

const rowsOf = (tables: Tables, name: string): readonly Row[] => {
  const rows = tables.get(name);
  if (!rows) throw new Error(`relation "${name}" does not exist`);
  return rows;
};

const QUARANTINE = 'projections.quarantine';
const PASSED_BY = 'projections.passed_by';
const CHECKPOINTS = 'projections.checkpoints';
const FIRED = 'projections.fired_reminders';
export const KEPT_TABLES = [QUARANTINE, PASSED_BY, CHECKPOINTS, FIRED];

const replace = (tables: Tables, name: string, row: Row, isSame: (other: Row) => boolean): void => {
  const others = rowsOf(tables, name).filter((other) => !isSame(other));
  tables.set(name, [...others, row]);
};

const take = (tables: Tables, name: string, isTaken: (row: Row) => boolean): Row[] => {
  const rows = rowsOf(tables, name);
  const taken = rows.filter(isTaken);
  if (taken.length > 0)
    tables.set(
      name,
      rows.filter((row) => !isTaken(row)),
    );
  return taken;
};

const moveSchema = (tables: Tables, from: string, to: string | undefined): number => {
  for (const [name, rows] of [...tables]) {
    if (!name.startsWith(`${from}.`)) continue;
    tables.delete(name);
    if (to !== undefined) tables.set(`${to}.${name.slice(from.length + 1)}`, rows);
  }
  return 0;
};

type Move = { name: string; version: number; from: string | null; to: string };
const advance = (tables: Tables, { name, version, from, to }: Move, state: string): Row[] => {
  const isThere = (row: Row) =>
    row.name === name && row.state === state && row.version === version && (row.position ?? null) === from;
  const found = rowsOf(tables, CHECKPOINTS).find(isThere);
  if (found) replace(tables, CHECKPOINTS, { ...found, position: to }, (row) => row === found);
  return found ? [{ name }] : [];
};

type Place = { stream: string; revision: number };
const passBy = (tables: Tables, [streams, reader, isReadModel, places]: [string[], string, boolean, string]): Row[] => {
  const known = rowsOf(tables, QUARANTINE).map(({ stream }) => stream);
  const passed: Row[] = [];
  for (const stream of new Set(streams.filter((name) => known.includes(name)))) {
    const revisions = (JSON.parse(places) as Place[]).filter((place) => place.stream === stream);
    const isSame = (row: Row) => row.stream === stream && row.reader === reader;
    const before = rowsOf(tables, PASSED_BY).find(isSame);
    const all = revisions.map(({ revision }) => revision);
    const from = Math.min(...all, Number(before?.from_revision ?? Number.POSITIVE_INFINITY));
    const upTo = Math.max(...all, Number(before?.up_to ?? 0));
    const row = { stream, reader, is_read_model: isReadModel, from_revision: from, up_to: upTo };
    replace(tables, PASSED_BY, row, isSame);
    passed.push({ stream });
  }
  return passed;
};

const saveRows = (tables: Tables, [rows]: [string], name: string, key: string): number => {
  const keys = key.split(', ');
  const keyOf = (row: Row) => keys.map((column) => row[column]).join('\0');
  const fresh = new Map((JSON.parse(rows) as Row[]).map((row) => [keyOf(row), row]));
  tables.set(name, [...rowsOf(tables, name).filter((row) => !fresh.has(keyOf(row))), ...fresh.values()]);
  return fresh.size;
};

/** The effect of each of the product's statements, by how it begins. */
const STATEMENTS: readonly [RegExp, Run][] = [
  [
    /^UPDATE projections\.checkpoints SET position = \? WHERE/,
    (tables, [to, name, state, version, from]: [string, string, string, number, string | null]) =>
      advance(tables, { name, version, from, to }, state),
  ],
  [
    /^UPDATE projections\.checkpoints c SET position/,
    (tables, [moves]: [string]) => (JSON.parse(moves) as Move[]).flatMap((move) => advance(tables, move, 'live')),
  ],
  [/^DROP SCHEMA IF EXISTS (\S+)/, (tables, _, schema) => moveSchema(tables, schema, undefined)],
  [/^ALTER SCHEMA (\S+) RENAME TO (\S+)/, (tables, _, from, to) => moveSchema(tables, from, to)],
  [/^CREATE TABLE (\S+)/, (tables, _, name) => tables.set(name, []).size],
  [/^(CREATE SCHEMA|CREATE INDEX|LOCK TABLE|SELECT 1 )/, () => 0],
  [
    /^SELECT q\.\*, p\.reader/,
    (tables) => {
      const passed = rowsOf(tables, PASSED_BY);
      return rowsOf(tables, QUARANTINE).flatMap((row) => {
        const own = passed.filter(({ stream }) => stream === row.stream);
        return own.length > 0 ? own.map((by) => ({ ...row, ...by })) : [{ ...row, reader: null }];
      });
    },
  ],
  [
    /^INSERT INTO projections\.quarantine/,
    (tables, { id, foundBy, ofOne, ofAll: _, seconds: __, ...culprit }: Row) => {
      const rows = rowsOf(tables, QUARANTINE);
      const found = rows.filter(({ because, found_by }) => because === null && found_by === foundBy);
      if (rows.some(({ stream }) => stream === culprit.stream)) return 0;
      if (culprit.because === null && found.length >= Number(ofOne)) return 0;
      tables.set(QUARANTINE, [...rows, { ...culprit, event_id: id, found_by: foundBy, retrying: false }]);
      return 1;
    },
  ],
  [/^WITH held AS/, passBy],
  [
    /^DELETE FROM projections\.quarantine q/,
    (tables, [stream]: [string]) => {
      const isPassed = rowsOf(tables, PASSED_BY).some((row) => row.stream === stream);
      return take(tables, QUARANTINE, (row) => row.stream === stream && row.retrying === true && !isPassed).length;
    },
  ],
  [
    /^SELECT \* FROM (\S+) WHERE (\S+) = ANY/,
    (tables, [keys]: [unknown[]], name, column) => rowsOf(tables, name).filter((row) => keys.includes(row[column])),
  ],
  [
    /^DELETE FROM (\S+) WHERE (\S+) = ANY/,
    (tables, [keys]: [unknown[]], name, column) => take(tables, name, (row) => keys.includes(row[column])).length,
  ],
  [/^INSERT INTO (\S+) \(.*\) SELECT .* ON CONFLICT \((.*?)\)/, saveRows],
  [
    /^SELECT d\.transaction_id AS/,
    (tables, [now, limit]: [number, number]) => {
      const fired = new Set(
        rowsOf(tables, FIRED).map(({ transaction_id, kind, due_at }) => `${transaction_id} ${kind} ${due_at}`),
      );
      return rowsOf(tables, 'read_deadlines.deadlines')
        .filter(
          ({ transaction_id, kind, due_at }) =>
            Number(due_at) <= now && !fired.has(`${transaction_id} ${kind} ${due_at}`),
        )
        .map(({ transaction_id, kind, due_at }) => ({ transactionId: transaction_id, kind, dueAt: Number(due_at) }))
        .sort(
          (one, other) =>
            one.dueAt - other.dueAt ||
            (`${one.transactionId} ${one.kind}` < `${other.transactionId} ${other.kind}` ? -1 : 1),
        )
        .slice(0, limit);
    },
  ],
  [
    /^INSERT INTO projections\.fired_reminders/,
    (tables, [transaction_id, kind, due_at]: [string, string, number]) => {
      const isSame = (row: Row) => row.transaction_id === transaction_id && row.kind === kind && row.due_at === due_at;
      const isNew = !rowsOf(tables, FIRED).some(isSame);
      if (isNew) tables.set(FIRED, [...rowsOf(tables, FIRED), { transaction_id, kind, due_at }]);
      return isNew ? 1 : 0;
    },
  ],
];

const known = new Map<string, { run: Run; name: string; other: string }>();
const meaningOf = (sql: string) => {
  const found = known.get(sql);
  if (found) return found;
  const text = sql.replace(/\s+/g, ' ').trim();
  for (const [pattern, run] of STATEMENTS) {
    const match = pattern.exec(text);
    if (!match) continue;
    const meaning = { run, name: match[1] ?? '', other: match[2] ?? '' };
    known.set(sql, meaning);
    return meaning;
  }
  throw new Error(`a statement that no simulated database knows: ${text}`);
};

export const isReading = (sql: string): boolean => /^\s*SELECT/.test(sql);

export const runStatement = (tables: Tables, sql: string, bindings: Bindings = []): Result => {
  const { run, name, other } = meaningOf(sql);
  const answer = run(tables, bindings as never, name, other);
  return typeof answer === 'number' ? { rows: [], rowCount: answer } : { rows: answer, rowCount: answer.length };
};
