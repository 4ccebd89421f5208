import { createPostgresBackend, type PostgresConnectionOptions, runMigrations, withBackend } from 'bullmq';
import pg from 'pg';
import type { Clock } from '#application/ports/clock.ts';
import type { Log } from '#application/ports/log.ts';
import { ADVISORY_LOCKS } from '../postgres/advisoryLocks.ts';
import { openBullmq, type QueueCount } from './bullmq.ts';
import type { OperableJobs } from './operable.ts';

const SCHEMA = 'bullmq';

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
};

/** Jobs in the database that the events are in: as durable as they are. */
export const openPostgresJobs = async (options: PostgresJobsOptions): Promise<OperableJobs> => {
  const { connectionString, size: max = 24, clock, log, watchSchedulesEvery, missedAfter } = options;
  const pool = new pg.Pool({ connectionString, options: `-c search_path=${SCHEMA}`, max, keepAlive: true });
  pool.setMaxListeners(0); // every queue and every worker listens to the one pool
  pool.on('error', (error) => log.warn({ error: String(error) }, 'a connection of the job queue was lost'));
  const client = await pool.connect();
  try {
    await runMigrations(client, SCHEMA, {});
  } finally {
    client.release();
  }
  // one pool for all: its declared shape of a pool is narrower than pg's own
  const connection = pool as unknown as PostgresConnectionOptions;
  return openBullmq({
    classes: withBackend(createPostgresBackend),
    connection: { ofQueues: connection, ofWorkers: connection },
    clock,
    log,
    oneAtATime: async (work) => {
      const session = await pool.connect();
      try {
        await session.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.jobSchedulesInPostgres]);
        await work();
      } finally {
        await session.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCKS.jobSchedulesInPostgres]);
        session.release();
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
    close: () => pool.end(),
    watchSchedulesEvery,
    missedAfter,
  });
};
