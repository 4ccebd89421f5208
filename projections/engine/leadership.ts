import type { Knex } from 'knex';
import { pause } from './pause.ts';

export const ADVANCED = 'projections_advanced';
const LOCK = '7301, 2';
const RETRY_MS = 500;

type RawConnection = {
  query(sql: string): Promise<{ rows: Record<string, unknown>[] }>;
  on(event: 'end' | 'error' | 'notification', listener: () => void): void;
};

/** A connection of its own, on which this process waits for its turn and then holds the lock that makes it the only one. */
type Contender = {
  /** Resolves when this process holds the lock; false when `signal` aborted first. @throws when the connection is lost. */
  win(signal: AbortSignal): Promise<boolean>;
  /** Aborts when the connection, and with it the lock, is gone. */
  lost: AbortSignal;
  close(): Promise<void>;
};

/** `onAdvanced` is called when the process that runs the read models has moved them on. */
export const contend = async (db: Knex, onAdvanced: () => void): Promise<Contender> => {
  const connection = (await db.client.acquireRawConnection()) as RawConnection;
  const gone = new AbortController();
  connection.on('end', () => gone.abort());
  connection.on('error', () => gone.abort());
  connection.on('notification', onAdvanced);
  // A machine that vanishes without a word is noticed within seconds, so that another takes over.
  await connection.query('SET tcp_keepalives_idle = 3; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3');
  await connection.query(`LISTEN ${ADVANCED}`);

  return {
    lost: gone.signal,
    win: async (signal) => {
      const either = AbortSignal.any([signal, gone.signal]);
      while (!either.aborted) {
        const { rows } = await connection.query(`SELECT pg_try_advisory_lock(${LOCK}) AS won`);
        if (rows[0]?.won === true) return true;
        await pause(RETRY_MS, either);
      }
      if (gone.signal.aborted && !signal.aborted) throw new Error('Connection terminated while waiting for the lock');
      return false;
    },
    close: async () => {
      if (!gone.signal.aborted) await db.client.destroyRawConnection(connection);
    },
  };
};
