import knex, { type Knex } from 'knex';
import { types } from 'pg';

const asNumber = (digits: string): number => {
  const number = Number(digits);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${digits} is too large for a number`);
  return number;
};

/** Returns int8 (instants in ms, cents, counts) as numbers instead of strings. */
const numberTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === types.builtins.INT8 && format !== 'binary' ? asNumber : types.getTypeParser(oid, format as 'text'),
};

/** Silences knex: it logs failed connections, which callers already receive as errors. */
const nothing = () => undefined;
const QUIET = { warn: nothing, error: nothing, deprecate: nothing, debug: nothing };

/** A frozen server or a black-hole network never refuses, so give up after this, ms. */
const CONNECTS_WITHIN = 10_000;

type ConnectOptions = {
  /** Maximum connections. */
  size?: number;
  /** SQL that runs on each new connection. */
  settings?: string;
};

type Session = { query(sql: string, done: (error: unknown) => void): void };

/** A lazy connection pool; `destroy()` closes it. */
export const connect = (url: string, { size = 10, settings }: ConnectOptions = {}): Knex =>
  knex({
    client: 'pg',
    log: QUIET,
    // otherwise errors carry bound values, personal ones included, into logs
    compileSqlOnError: false,
    connection: {
      connectionString: url,
      types: numberTypes,
      keepAlive: true,
      connectionTimeoutMillis: CONNECTS_WITHIN,
    } as Knex.PgConnectionConfig,
    pool: {
      min: 0,
      max: size,
      ...(settings !== undefined && {
        afterCreate: (session: Session, done: (error: unknown) => void) => session.query(settings, done),
      }),
    },
  });
