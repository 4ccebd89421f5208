import type { Knex } from 'knex';
import { sleep } from '#application/streams/sleep.ts';
import { ADVISORY_LOCKS } from './advisoryLocks.ts';

const RETRY_MS = 200;
const SIGN_OF_LIFE_MS = 3_000;
/** A process that is frozen gives no sign of life: the server takes its turn away after this, ms. */
const FROZEN_MS = 15_000;

type Session = {
  query(sql: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  on(event: 'end' | 'error', listener: () => void): void;
};

/**
 * Runs what has the same name one after another over all processes. `held` aborts when `signal` does or the turn is lost.
 * @throws when `signal` aborts while it waits for its turn
 */
export const openAdvisoryLock =
  (db: Knex, lock: keyof typeof ADVISORY_LOCKS) =>
  async (name: string, signal: AbortSignal, work: (held: AbortSignal) => Promise<void>): Promise<void> => {
    // A connection of its own: with it the lock goes, whatever becomes of this process.
    const session: Session = await db.client.acquireRawConnection();
    const lost = new AbortController();
    session.on('error', () => lost.abort());
    session.on('end', () => lost.abort());
    const tryLock = async (): Promise<boolean> => {
      const values = [ADVISORY_LOCKS[lock], name];
      const { rows } = await session.query('SELECT pg_try_advisory_lock($1, hashtext($2)) AS won', values);
      return rows[0]?.won === true;
    };
    const giveSign = setInterval(() => void session.query('SELECT 1').catch(() => lost.abort()), SIGN_OF_LIFE_MS);
    try {
      signal.throwIfAborted();
      await session.query(`SET idle_session_timeout = ${FROZEN_MS}`);
      while (!(await tryLock())) {
        await sleep(RETRY_MS, signal);
        signal.throwIfAborted();
      }
      await work(AbortSignal.any([signal, lost.signal]));
    } finally {
      clearInterval(giveSign);
      await db.client.destroyRawConnection(session);
    }
  };
