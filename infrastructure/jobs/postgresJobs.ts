import { type PostgresConnectionOptions, runMigrations, withBackend } from 'bullmq';
import pg from 'pg';
import type { Clock } from '#application/ports/clock.ts';
import type { Log } from '#application/ports/log.ts';
import { ADVISORY_LOCKS } from '../postgres/advisoryLocks.ts';
import { endsWithin } from '../system/closing.ts';
import { openBullmq, type QueueCount } from './bullmq.ts';
import type { OperableJobs } from './operableJobs.ts';
import { shareConnection } from './sharedConnection.ts';

const SCHEMA = 'bullmq';
/** How long closing waits for connections to end once nothing is under way any more, ms. */
const END_WITHIN = 5_000;

type PostgresJobsOptions = {
  connectionString: string;
  /** Connections at most. Default 24. */
  size?: number;
  clock: Clock;
  log: Log;
  /** How often it is looked after the schedules, ms. */
  watchSchedulesEvery?: number;
  /** When a worker of which nothing is heard counts as gone, ms. Default 15,000. */
  missedAfter?: number;
  /** How long closing waits for what workers have under way, ms. */
  closeWithin?: number;
};

/** Jobs in the database that the events are in: as durable as they are. */
export const openPostgresJobs = async (options: PostgresJobsOptions): Promise<OperableJobs> => {
  const { connectionString, size: max = 24, clock, log, watchSchedulesEvery, missedAfter, closeWithin } = options;
  const pool = new pg.Pool({ connectionString, options: `-c search_path=${SCHEMA}`, max, keepAlive: true });
  // every worker listens to the one connection that is told of jobs
  pool.on('connect', (session) => session.setMaxListeners(0));
  const lost = (error: Error) => log.warn({ error: String(error) }, 'a connection of the job queue was lost');
  pool.on('error', lost);
  const client = await pool.connect();
  try {
    await runMigrations(client, SCHEMA, {});
  } finally {
    client.release();
  }
  // one pool for all: its declared shape of a pool is narrower than pg's own
  const connection = pool as PostgresConnectionOptions;
  const shared = shareConnection();
  /** Those that wait for the lock, or have it. */
  const sessions = new Set<pg.PoolClient>();
  return openBullmq({
    classes: withBackend(shared.backend),
    connection: { ofQueues: connection, ofWorkers: connection },
    clock,
    log,
    oneAtATime: async (work) => {
      const session = await pool.connect();
      session.on('error', lost); // the pool listens only to those that nobody has taken
      sessions.add(session);
      let isFree = false;
      try {
        await session.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.jobSchedulesInPostgres]);
        await work();
        await session.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCKS.jobSchedulesInPostgres]);
        session.off('error', lost);
        isFree = true;
      } finally {
        // a connection that ends gives its lock back
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
