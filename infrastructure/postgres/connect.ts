import knex, { type Knex } from 'knex';
import { types } from 'pg';

const asNumber = (digits: string): number => {
  const number = Number(digits);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${digits} is too large for a number`);
  return number;
};

/** Instants in ms, cents and counts are int8 in tables: here they are read as numbers, not as strings. */
const numberTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === types.builtins.INT8 && format !== 'binary' ? asNumber : types.getTypeParser(oid, format as 'text'),
};

/** knex writes failed connections to the console; they reach whoever asked as well, and that is enough. */
const nothing = () => undefined;
const QUIET = { warn: nothing, error: nothing, deprecate: nothing, debug: nothing };

/** A server that is frozen, or behind a network that swallows what is sent, does not refuse a connection either, ms. */
const CONNECTS_WITHIN = 10_000;

type ConnectOptions = {
  /** Connections at most. */
  size?: number;
  /** What each connection is told first. */
  settings?: string;
};

type Session = { query(sql: string, done: (error: unknown) => void): void };

/** A pool of connections, opened as they are needed; `destroy()` closes it. */
export const connect = (url: string, { size = 10, settings }: ConnectOptions = {}): Knex =>
  knex({
    client: 'pg',
    log: QUIET,
    // The text of a failed statement would carry its values, personal ones too, into logs.
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
