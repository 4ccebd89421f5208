import { type PostgresConnectionOptions, runMigrations, withBackend } from 'bullmq';
import pg from 'pg';
import type { Clock } from '#application/ports/clock.ts';
import type { Log } from '#application/ports/log.ts';
import { ADVISORY_LOCKS } from '../postgres/advisoryLock.ts';
import { endsWithin } from '../system/closing.ts';
import { openBullmq, type QueueCount } from './bullmq.ts';
import type { OperableJobs } from './operableJobs.ts';
import { shareConnection } from './sharedConnection.ts';

const SCHEMA = 'bullmq';
/** How long `close` waits for idle connections to end, ms. */
const END_WITHIN = 5_000;

type PostgresJobsOptions = {
  connectionString: string;
  /** Maximum connections. Default 24. */
  size?: number;
  clock: Clock;
  log: Log;
  /** How often to check for stalled schedules, ms. */
  watchSchedulesEvery?: number;
  /** A worker without a heartbeat for this long is considered dead, ms. Default 15,000. */
  missedAfter?: number;
  /** How long `close` waits for running jobs, ms. */
  closeWithin?: number;
};

/** Jobs in the database of the events, with the same durability. */
export const openPostgresJobs = async (options: PostgresJobsOptions): Promise<OperableJobs> => {
  const { connectionString, size: max = 24, clock, log, watchSchedulesEvery, missedAfter, closeWithin } = options;
  const pool = new pg.Pool({ connectionString, options: `-c search_path=${SCHEMA}`, max, keepAlive: true });
  // every worker listens on the one notification connection
  pool.on('connect', (session) => session.setMaxListeners(0));
  const lost = (error: Error) => log.warn({ error: String(error) }, 'a connection of the job queue was lost');
  pool.on('error', lost);
  const client = await pool.connect();
  try {
    await runMigrations(client, SCHEMA, {});
  } finally {
    client.release();
  }
  // one shared pool; BullMQ's type for it is narrower than pg's
  const connection = pool as PostgresConnectionOptions;
  const shared = shareConnection();
  /** Sessions that hold the lock or wait for it. */
  const sessions = new Set<pg.PoolClient>();
  return openBullmq({
    classes: withBackend(shared.backend),
    connection: { ofQueues: connection, ofWorkers: connection },
    clock,
    log,
    oneAtATime: async (work) => {
      const session = await pool.connect();
      session.on('error', lost); // the pool only handles errors of idle sessions
      sessions.add(session);
      let isFree = false;
      try {
        await session.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.jobSchedulesInPostgres]);
        await work();
        await session.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCKS.jobSchedulesInPostgres]);
        session.off('error', lost);
        isFree = true;
      } finally {
        // ending the connection releases its lock
        if (sessions.delete(session)) session.release(!isFree);
      }
    },
    count: async (queues) => {
      const { rows } = await pool.query<QueueCount>(
        `SELECT queue, state, count(*)::int AS jobs FROM job
         WHERE queue = ANY($1) AND state IN ('waiting', 'active', 'delayed', 'failed') GROUP BY queue, state`,
        [queues],
      );
      return rows;
    },
    close: async () => {
      for (const session of sessions) {
        sessions.delete(session);
        session.release(true);
      }
      await shared.end();
      if (!(await endsWithin(END_WITHIN, pool.end())))
        log.warn({ afterMs: END_WITHIN }, 'connections of the job queue did not end in time');
    },
    watchSchedulesEvery,
    missedAfter,
    closeWithin,
  });
};
