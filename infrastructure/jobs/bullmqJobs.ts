import {
  createPostgresBackend,
  type PostgresConnectionOptions,
  type Job as QueuedJob,
  runMigrations,
  UnrecoverableError,
  withBackend,
} from 'bullmq';
import pg from 'pg';
import type { Clock } from '#application/ports/clock.ts';
import type { Job, JobHandler, Jobs } from '#application/ports/jobs.ts';
import type { Log } from '#application/ports/log.ts';
import { backoffDelay } from './backoff.ts';

const { Queue, Worker } = withBackend(createPostgresBackend);
type Work = InstanceType<typeof Worker<Record<string, unknown>>>;
type Line = InstanceType<typeof Queue<Record<string, unknown>>>;

const SCHEMA = 'bullmq';
/** Any constant: one upsert of a schedule at a time, since five at once can lose it. */
const SCHEDULE_LOCK = 7_301_984_522;
const SCHEDULES = 'schedules';
const DAY_SECONDS = 24 * 60 * 60;

/** BullMQ refuses a colon and plain integers in job ids. */
const jobId = (id: string): string => `j-${id.replaceAll(':', '.')}`;

export type BullmqOptions = {
  connectionString: string;
  clock: Clock;
  log: Log;
  /** How often it is looked after the schedules, ms. */
  watchSchedulesEvery?: number;
};

/**
 * Jobs in PostgreSQL through BullMQ. Dead jobs (all attempts used, or a poisoned payload) are kept and counted as failed;
 * done ones are forgotten after a day. Workers of a killed process are missed after 15 s and their jobs begin again.
 */
export const openJobs = async (options: BullmqOptions): Promise<Jobs> => {
  const { connectionString, clock, log, watchSchedulesEvery = 30_000 } = options;
  const pool = new pg.Pool({ connectionString, options: `-c search_path=${SCHEMA}`, max: 24, keepAlive: true });
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
  const lines = new Map<string, Line>();
  const workers: Work[] = [];
  const scheduled = new Map<string, { intervalMs: number; handler: () => Promise<void> }>();

  const line = (name: string): Line => {
    let queue = lines.get(name);
    if (!queue) {
      queue = new Queue<Record<string, unknown>>(name, { connection });
      queue.on('error', (error) => log.warn({ queue: name, error: String(error) }, 'job queue error'));
      lines.set(name, queue);
    }
    return queue;
  };

  const startWorker = (
    name: string,
    handle: (job: QueuedJob) => Promise<void>,
    concurrency: number,
    backoffMs: number,
  ) => {
    line(name); // so that it is counted
    const worker = new Worker<Record<string, unknown>>(name, handle, {
      connection,
      concurrency,
      lockDuration: 15_000,
      stalledInterval: 5_000,
      // a job that was interrupted by restarts is not at fault
      maxStalledCount: 1_000,
      runRetryDelay: 1_000,
      settings: { backoffStrategy: (attemptsMade) => backoffDelay(attemptsMade, backoffMs) },
    });
    worker.on('error', (error) => log.warn({ queue: name, error: String(error) }, 'job worker error'));
    workers.push(worker);
  };

  /** Writes the schedule, unless it stands as it should. */
  const schedule = async (name: string, intervalMs: number): Promise<void> => {
    const queue = line(SCHEDULES);
    const session = await pool.connect();
    try {
      await session.query('SELECT pg_advisory_lock($1)', [SCHEDULE_LOCK]);
      const known = await queue.getJobScheduler(name);
      if (known?.every === intervalMs) return;
      // one at a time over all processes
      await queue.setGlobalConcurrency(1);
      await queue.upsertJobScheduler(
        name,
        { every: intervalMs },
        { name, opts: { removeOnComplete: true, removeOnFail: { count: 100 } } },
      );
    } finally {
      await session.query('SELECT pg_advisory_unlock($1)', [SCHEDULE_LOCK]);
      session.release();
    }
  };

  // The sweep that makes a lost queue harmless is itself a schedule in it: whoever lost the one would lose the other.
  const watch = setInterval(async () => {
    for (const [name, { intervalMs }] of scheduled)
      await schedule(name, intervalMs).catch((error) =>
        log.warn({ schedule: name, error: String(error) }, 'a schedule could not be looked after'),
      );
  }, watchSchedulesEvery);
  watch.unref();

  return {
    add: async (jobs: readonly Job[]) => {
      for (const name of new Set(jobs.map((job) => job.queue)))
        await line(name).addBulk(
          jobs
            .filter((job) => job.queue === name)
            .map(({ id, data, runAt }) => ({
              name,
              data,
              opts: {
                jobId: jobId(id),
                delay: runAt === undefined ? 0 : Math.max(0, Math.round(runAt - clock.now())),
                // the worker says when it is enough: whoever adds a job need not know
                attempts: 1_000_000,
                backoff: { type: 'custom' },
                removeOnComplete: { age: DAY_SECONDS, count: 100_000 },
                removeOnFail: false,
              },
            })),
        );
    },

    work: (name, handler: JobHandler, { concurrency = 4, attempts = 20, backoffMs = 1_000 } = {}) => {
      const handle = async (job: QueuedJob): Promise<void> => {
        const id = String(job.id).slice(2);
        const attempt = job.attemptsMade + 1;
        try {
          await handler({ id, data: job.data, attempt });
        } catch (error) {
          const details = { queue: name, job: id, attempt, error: String(error) };
          if (attempt < attempts) {
            log.warn(details, 'a job failed and will be tried again');
            throw error;
          }
          log.error(details, 'a job is dead: all its attempts failed');
          throw new UnrecoverableError(String(error));
        }
      };
      startWorker(name, handle, concurrency, backoffMs);
    },

    every: async (name, intervalMs, handler) => {
      if (scheduled.size === 0) {
        const run = async (job: QueuedJob) => {
          const due = scheduled.get(job.name);
          if (due) await due.handler();
        };
        startWorker(SCHEDULES, run, 1, 1_000);
      }
      const every = Math.round(intervalMs);
      scheduled.set(name, { intervalMs: every, handler });
      await schedule(name, every);
    },

    counts: async () => {
      const answer: Awaited<ReturnType<Jobs['counts']>> = {};
      for (const [name, queue] of lines) {
        const counts = await queue.getJobCounts('wait', 'active', 'delayed', 'failed');
        answer[name] = {
          waiting: counts.wait ?? 0,
          active: counts.active ?? 0,
          delayed: counts.delayed ?? 0,
          failed: counts.failed ?? 0,
        };
      }
      return answer;
    },

    close: async () => {
      clearInterval(watch);
      await Promise.all(workers.map((worker) => worker.close()));
      await Promise.all([...lines.values()].map((queue) => queue.close()));
      await pool.end();
    },
  };
};
