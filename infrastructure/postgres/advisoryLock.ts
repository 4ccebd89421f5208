import type { Knex } from 'knex';
import { sleep } from '#application/streams/sleep.ts';

/**
 * All advisory locks. Other users of the database share the number space, hence the odd numbers. Never renumber: two
 * releases run side by side, and they must use the same lock.
 */
export const ADVISORY_LOCKS = {
  migrations: 7_301_001,
  /** Also hard-coded in the SQL functions that append. */
  append: 7_301_002,
  /** First of two keys; the second is the hash of the lease name. */
  leases: 7_301_003,
  /** Held in shared mode by every lease candidate, so that they can be counted. */
  workers: 7_301_006,
  /** First of two keys; the second is the hash of the read model name. */
  builds: 73_013,
  /** Serializes revoking admin roles: two admins revoking each other would leave none. */
  lastAdmin: 7_301_004,
  /** For processes leaving the embedded server; taken in the database `postgres`. */
  leavingEmbedded: 7_301_005,
  /** Serializes the numbering of listed erasures. */
  listedErasures: 7_301_007,
  /** First of two keys; the second is the hash of the account that opens a conversation. */
  openings: 7_301_008,
  /** First of two keys; the second is the hash of the device address or the account. */
  pushedDevices: 7_301_009,
  pushedAccounts: 7_301_010,
  /** First of two keys; the second is the hash of the account that saves a view. */
  savedViews: 7_301_011,
  jobSchedulesInPostgres: 7_301_984_522,
  jobSchedulesInRedis: 7_301_984_523,
} as const;

const RETRY_MS = 200;
const SIGN_OF_LIFE_MS = 3_000;
/** A frozen process sends nothing, so the server ends its session after this, ms. */
const FROZEN_MS = 15_000;

type Session = {
  query(sql: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  on(event: 'end' | 'error', listener: () => void): void;
};

/**
 * Runs work of the same name one after another across all processes. `held` aborts with `signal` or when the lock is
 * lost. @throws if `signal` aborts while waiting
 */
export const openAdvisoryLock =
  (db: Knex, lock: keyof typeof ADVISORY_LOCKS) =>
  async (name: string, signal: AbortSignal, work: (held: AbortSignal) => Promise<void>): Promise<void> => {
    // A dedicated connection: the lock ends with it, however this process ends.
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
