import { createHash } from 'node:crypto';
import pg from 'pg';
import { serializeByKey } from '#application/streams/keyedQueue.ts';
import { ADVISORY_LOCKS } from './advisoryLock.ts';

/** `objsubid` tells two-key advisory locks from one-key ones. */
const GRANTED = `
  SELECT classid::bigint = $1 AS lease, objid::bigint::text AS key
    FROM pg_locks
   WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
     AND ((classid = $1 AND objsubid = 2) OR (classid = 0 AND objid = $2 AND objsubid = 1))`;

const TRY = `
  SELECT name, pg_try_advisory_lock($1::int, key) AS won FROM unnest($2::text[], $3::int[]) AS wanted(name, key)`;
const UNLOCK = 'SELECT pg_advisory_unlock($1::int, key) FROM unnest($2::int[]) AS key';

/** Second key of a lease's lock. */
const keyOf = (name: string): number => createHash('sha256').update(name).digest().readInt32BE(0);

export type LeaseSession = {
  /** Aborts when the connection breaks, and with it every lease. */
  lost: AbortSignal;
  /** Number of competing processes, and whether a name is held. */
  look(): Promise<{ workers: number; isHeld(name: string): boolean }>;
  /** Takes the free ones among the names; returns which. */
  tryLocks(names: readonly string[]): Promise<ReadonlySet<string>>;
  unlock(name: string): Promise<void>;
  /** Stops competing but keeps what it holds. */
  retire(): Promise<void>;
  close(): Promise<void>;
};

/**
 * A frozen process stops polling, so the server ends its session after this, ms. Far longer than the polling
 * interval.
 */
const FROZEN_MS = 15_000;

/** One connection holds all leases of this process. When it breaks or the process dies, they are free at once. */
export const openLeaseSession = async (connectionString: string, frozenMs = FROZEN_MS): Promise<LeaseSession> => {
  const client = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 5_000 });
  const lost = new AbortController();
  client.on('error', () => lost.abort());
  client.on('end', () => lost.abort());
  const inLine = serializeByKey();
  // Serialize: pg requires callers to wait for the previous statement.
  const query = (text: string, values?: readonly unknown[]) =>
    inLine('statement', () => client.query(text, values as unknown[]));
  /** Releases that arrive during a statement are sent together. */
  let letGo: { names: string[]; done: Promise<void> } | undefined;
  const unlockAll = async (): Promise<void> => {
    const { names } = letGo!;
    letGo = undefined;
    if (!lost.signal.aborted) await client.query(UNLOCK, [ADVISORY_LOCKS.leases, names.map(keyOf)]);
  };

  await client.connect();
  // Notice a vanished machine within seconds, so that another process takes over.
  await query('SET tcp_keepalives_idle = 3; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3');
  await query(`SET statement_timeout = 0; SET idle_session_timeout = ${frozenMs}`);
  await query('SELECT pg_advisory_lock_shared($1)', [ADVISORY_LOCKS.workers]);

  return {
    lost: lost.signal,
    look: async () => {
      const { rows } = await query(GRANTED, [ADVISORY_LOCKS.leases, ADVISORY_LOCKS.workers]);
      const keys = new Set(rows.filter(({ lease }) => lease).map(({ key }) => key));
      return {
        workers: rows.filter(({ lease }) => !lease).length,
        // PostgreSQL shows the key as unsigned.
        isHeld: (name) => keys.has(String(keyOf(name) >>> 0)),
      };
    },
    tryLocks: async (names) => {
      const { rows } = await query(TRY, [ADVISORY_LOCKS.leases, names, names.map(keyOf)]);
      return new Set(rows.filter(({ won }) => won).map(({ name }) => name));
    },
    unlock: (name) => {
      letGo ??= { names: [], done: inLine('statement', unlockAll) };
      letGo.names.push(name);
      return letGo.done;
    },
    retire: async () => {
      if (!lost.signal.aborted) await query('SELECT pg_advisory_unlock_shared($1)', [ADVISORY_LOCKS.workers]);
    },
    close: () => client.end(),
  };
};
