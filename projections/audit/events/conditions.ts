import type { QueryTerm } from '#domain/audit/eventQuery.ts';
import type { Instant } from '#domain/shared/instants.ts';
import { wordsOf } from '../../listings/search/words.ts';
import { CAUSES } from './projection.ts';

/** A term of a query with its names looked up: event types, account ids and whole stream names. */
export type EventCondition = { not: boolean } & (
  | { types: readonly string[] }
  | { roles: readonly string[]; accounts: readonly string[] }
  | { categories: readonly string[]; streams: readonly string[] }
  | Pick<Extract<QueryTerm, { field: 'amount' }>, 'low' | 'high'>
  | { from?: Instant; until?: Instant }
  | { causes: readonly string[] }
  /** Words of the row, or rows of these accounts and streams. `revisions`: of one stream, where the words were found in personal text. */
  | {
      text: string;
      accounts: readonly string[];
      streams: readonly string[];
      revisions?: { stream: string; found: readonly number[]; masked: number };
    }
);

/** `closed`: categories and streams that the reader may not read. */
export type EventFilter = {
  conditions: readonly EventCondition[];
  closed: { categories: readonly string[]; streams: readonly string[] };
};

type Sql = { sql: string; values: unknown[] };

const sql = (text: string, ...values: unknown[]): Sql => ({ sql: text, values });
const NONE = sql('false');

const joined = (parts: readonly Sql[], word: 'AND' | 'OR'): Sql => ({
  sql: parts.map((part) => part.sql).join(` ${word} `),
  values: parts.flatMap(({ values }) => values),
});

const oneOf = (column: string, values: readonly string[]): Sql[] =>
  values.length === 0 ? [] : [sql(`${column} = ANY(?)`, values)];

/** Every word, and what begins with it from three letters on: fewer would begin half of all words. */
export const tsqueryOf = (text: string): string =>
  wordsOf(text)
    .map((word) => word.slice(0, 40))
    .map((word) => (word.length < 3 ? `'${word}'` : `'${word}':*`))
    .join(' & ');

const textSql = ({ text, accounts, streams, revisions }: Extract<EventCondition, { text: string }>): Sql =>
  joined(
    [
      sql('words @@ ?::tsquery', tsqueryOf(text)),
      ...oneOf('actor_id', accounts),
      ...oneOf('stream', streams),
      ...(revisions ? [sql('(stream = ? AND revision = ANY(?))', revisions.stream, revisions.found)] : []),
    ],
    'OR',
  );

/** `to_buyer` is the amount wherever there is one. */
const SUMS = ['amount', 'to_seller', 'fee'];

const amountSql = ({ low, high }: Extract<EventCondition, { low: unknown }>): Sql =>
  joined(
    SUMS.map((sum) => {
      const ends = [
        ...(low ? [sql(`${sum} ${low.strict ? '>' : '>='} ?`, low.cents)] : []),
        ...(high ? [sql(`${sum} ${high.strict ? '<' : '<='} ?`, high.cents)] : []),
      ];
      return joined(ends, 'AND');
    }),
    'OR',
  );

const timeSql = ({ from, until }: { from?: Instant; until?: Instant }): Sql =>
  joined(
    [...(from === undefined ? [] : [sql('at >= ?', from)]), ...(until === undefined ? [] : [sql('at < ?', until)])],
    'AND',
  );

const anyOf = (parts: readonly Sql[]): Sql => (parts.length === 0 ? NONE : joined(parts, 'OR'));

const sqlOf = (condition: EventCondition): Sql => {
  if ('types' in condition) return anyOf(oneOf('type', condition.types));
  if ('roles' in condition)
    return anyOf([...oneOf('actor_role', condition.roles), ...oneOf('actor_id', condition.accounts)]);
  if ('categories' in condition)
    return anyOf([...oneOf('category', condition.categories), ...oneOf('stream', condition.streams)]);
  if ('causes' in condition) return sql(`${CAUSES} && ?`, condition.causes);
  if ('text' in condition) return textSql(condition);
  if ('low' in condition) return amountSql(condition);
  return timeSql(condition);
};

/** A condition on `read_events.events`. An amount that is missing neither matches nor counts as a mismatch. */
export const whereOf = ({ conditions, closed }: EventFilter): Sql => {
  const parts = conditions.map((condition) => {
    const { sql: text, values } = sqlOf(condition);
    return sql(condition.not ? `NOT coalesce((${text}), false)` : `(${text})`, ...values);
  });
  if (closed.categories.length > 0) parts.push(sql('category <> ALL(?)', closed.categories));
  if (closed.streams.length > 0) parts.push(sql('stream <> ALL(?)', closed.streams));
  return parts.length === 0 ? sql('true') : joined(parts, 'AND');
};

/** Times alone are read off the index of the newest. */
const isTime = (condition: EventCondition): boolean => 'from' in condition || 'until' in condition;

/** The conditions on time alone. */
export const timesOf = ({ conditions }: EventFilter): EventCondition[] =>
  conditions.filter((condition) => isTime(condition) && !condition.not);

/** Whether an index names the rows that a condition allows. */
export const isIndexed = ({ conditions }: EventFilter): boolean =>
  conditions.some((condition) => !condition.not && !isTime(condition));

/** Whether a condition names things by id, which have few rows. */
export const isOfFew = ({ conditions }: EventFilter): boolean =>
  conditions.some(
    (condition) =>
      !condition.not &&
      ('causes' in condition ||
        ('categories' in condition && condition.categories.length === 0) ||
        ('roles' in condition && condition.roles.length === 0)),
  );
