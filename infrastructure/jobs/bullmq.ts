import { type BackendClasses, type IQueueBackend, type Job as QueuedJob, UnrecoverableError } from 'bullmq';
import type { Clock } from '#application/ports/clock.ts';
import type { Job, JobHandler } from '#application/ports/jobs.ts';
import type { Log } from '#application/ports/log.ts';
import { backOff } from '#application/streams/backOff.ts';
import { serializeByKey } from '#application/streams/keyedQueue.ts';
import { CLOSE_WITHIN, endsWithin } from '../system/closing.ts';
import { openConnectionLog } from './connectionLog.ts';
import type { DeadJob, OperableJobs } from './operableJobs.ts';

type Data = Record<string, unknown>;

const SCHEDULES = 'schedules';
const isSchedules = (queue: string): boolean => queue === SCHEDULES || queue.startsWith(`${SCHEDULES}-`);
const DAY_SECONDS = 24 * 60 * 60;
/** In PostgreSQL a bulk insert creates two temporary tables, which costs as much as this many single inserts. */
const FEW = 8;

/** BullMQ refuses a colon and plain integers in job ids. */
const jobId = (id: string): string => `j-${id.replaceAll(':', '.')}`;

export type QueueCount = { queue: string; state: 'waiting' | 'active' | 'delayed' | 'failed'; jobs: number };

type BullmqOptions<Backend extends IQueueBackend, Connection> = {
  classes: Pick<BackendClasses<Backend, Connection>, 'Queue' | 'Worker'>;
  /** Workers block on their connection, so queues need one of their own. */
  connection: { ofQueues: Connection; ofWorkers: Connection };
  prefix?: string;
  clock: Clock;
  log: Log;
  /** Serializes across all processes: concurrent upserts can lose a schedule. */
  oneAtATime: (work: () => Promise<void>) => Promise<void>;
  /** Job counts of all queues, if the backend has one query for it. States without jobs may be missing. */
  count?: (queues: readonly string[]) => Promise<QueueCount[]>;
  close: () => Promise<void>;
  /** How often to check for stalled schedules, ms. */
  watchSchedulesEvery?: number | undefined;
  /** A worker without a heartbeat for this long is considered dead, ms. */
  missedAfter?: number | undefined;
  /** How long `close` waits for running jobs, ms. */
  closeWithin?: number | undefined;
};

export type BullmqJobs = OperableJobs & {
  /** Removes the job without a trace; no-op if it does not exist. */
  drop(queue: string, id: string): Promise<void>;
  /** Restores schedules that a lost queue has forgotten. */
  restoreSchedules(): Promise<void>;
};

/**
 * Jobs on any BullMQ backend. Dead jobs (no attempts left, or an unreadable payload) stay and count as failed; done
 * jobs are removed after a day. Jobs of a killed process restart after 15 s.
 */
export const openBullmq = <Backend extends IQueueBackend, Connection>(
  options: BullmqOptions<Backend, Connection>,
): BullmqJobs => {
  const {
    classes,
    connection,
    prefix,
    clock,
    log,
    oneAtATime,
    watchSchedulesEvery = 30_000,
    missedAfter = 15_000,
    closeWithin = CLOSE_WITHIN,
  } = options;
  const { Queue, Worker } = classes;
  type Line = InstanceType<typeof Queue<Data>>;
  type Work = InstanceType<typeof Worker<Data>>;
  const tell = openConnectionLog(log);
  const lines = new Map<string, Line>();
  const workers = new Set<Work>();
  const restarting = new Set<NodeJS.Timeout>();
  let closing = false;
  const scheduled = new Map<string, { everyMs: number; handler: () => Promise<void>; queue: string }>();

  const openLine = (name: string): Line => {
    const queue = new Queue<Data>(name, {
      connection: connection.ofQueues,
      // fail on first use if the server is down, like every other call
      skipWaitingForReady: true,
      ...(prefix !== undefined && { prefix }),
    });
    queue.on('error', (error) => tell(name, error, 'job queue error'));
    // A queue opened while the server was unreachable stays broken, so the next use opens a new one.
    queue.waitUntilReady().catch(() => {
      if (lines.get(name) === queue) lines.delete(name);
      queue.close().catch((error) => tell(name, error, 'job queue error'));
    });
    return queue;
  };

  const line = (name: string): Line => {
    const queue = lines.get(name) ?? openLine(name);
    lines.set(name, queue);
    return queue;
  };

  const startWorker = (
    name: string,
    handle: (job: QueuedJob) => Promise<void>,
    concurrency: number,
    backoffMs: number,
  ): void => {
    line(name); // include it in the counts
    const worker = new Worker<Data>(name, handle, {
      connection: connection.ofWorkers,
      ...(prefix !== undefined && { prefix }),
      concurrency,
      lockDuration: missedAfter,
      stalledInterval: missedAfter / 3,
      // a restart is not the job's fault
      maxStalledCount: 1_000,
      runRetryDelay: 1_000,
      settings: { backoffStrategy: (attemptsMade) => backOff(attemptsMade, { first: backoffMs }) },
    });
    worker.on('error', (error) => tell(name, error, 'job worker error'));
    workers.add(worker);
    // A worker started while the server was unreachable never recovers, so replace it.
    worker.waitUntilReady().catch(() => {
      if (closing || !workers.delete(worker)) return;
      const again = setTimeout(() => {
        restarting.delete(again);
        startWorker(name, handle, concurrency, backoffMs);
      }, 1_000);
      restarting.add(again);
    });
  };

  /** A schedule without a pending or running job never fires again, whatever its own row says. */
  const hasNextJob = async (name: string, queue: string): Promise<boolean> =>
    (await line(queue).getJobs(['delayed', 'wait', 'active', 'prioritized'])).some((job) => job?.name === name);

  const upsertSchedule = async (name: string, every: number, its: string): Promise<void> => {
    const queue = line(its);
    const stands = (await queue.getJobScheduler(name))?.every === every;
    if (stands && (await hasNextJob(name, its))) return;
    await queue.setGlobalConcurrency(1); // one at a time across all processes
    const kept = { removeOnComplete: true, removeOnFail: { count: 100 } };
    await queue.upsertJobScheduler(name, { every }, { name, opts: kept });
  };

  // Only one caller per process waits for the lock: each waiter holds a connection, and the holder needs one more.
  const inLine = serializeByKey();
  const alone = (work: () => Promise<void>): Promise<void> =>
    inLine(SCHEDULES, async () => {
      if (!closing) await oneAtATime(work);
    });

  /** A failed schedule is not dead: it runs again at its next time. */
  const runScheduled = async (name: string): Promise<void> => {
    try {
      await scheduled.get(name)?.handler();
    } catch (error) {
      log.warn({ schedule: name, error: String(error) }, 'a schedule failed and will run again');
    }
  };

  const restoreSchedules = () =>
    alone(async () => {
      for (const [name, { everyMs, queue }] of scheduled) if (!closing) await upsertSchedule(name, everyMs, queue);
    });

  const countEach = async (queues: readonly string[]): Promise<QueueCount[]> => {
    const counted = await Promise.all(
      queues.map(async (queue) => {
        const counts = await line(queue).getJobCounts('wait', 'active', 'delayed', 'failed');
        return Object.entries(counts).map(([state, jobs]) => ({
          queue,
          state: (state === 'wait' ? 'waiting' : state) as QueueCount['state'],
          jobs,
        }));
      }),
    );
    return counted.flat();
  };

  // The sweep that repairs a lost queue is itself a schedule in that queue, so a timer outside the queue restores it.
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    try {
      await restoreSchedules();
    } catch (error) {
      log.warn({ error: String(error) }, 'the schedules could not be checked');
    } finally {
      looking = false;
    }
  };
  const watch = setInterval(look, watchSchedulesEvery);
  watch.unref();

  return {
    add: async (jobs: readonly Job[]) => {
      for (const name of new Set(jobs.map((job) => job.queue))) {
        const ofQueue = jobs.filter((job) => job.queue === name);
        const entries = ofQueue.map(({ id, data, runAt }) => ({
          name: id,
          data,
          opts: {
            jobId: jobId(id),
            delay: runAt === undefined ? 0 : Math.max(0, Math.round(runAt - clock.now())),
            // the worker decides when to give up, so callers need not know
            attempts: 1_000_000,
            backoff: { type: 'custom' },
            removeOnComplete: { age: DAY_SECONDS, count: 100_000 },
            removeOnFail: false,
          },
        }));
        if (entries.length > FEW) await line(name).addBulk(entries);
        else for (const { name: job, data, opts } of entries) await line(name).add(job, data, opts);
      }
    },

    work: (name, handler: JobHandler, { concurrency = 4, attempts = 20, backoffMs = 1_000 } = {}) => {
      const handle = async (job: QueuedJob): Promise<void> => {
        const id = job.name;
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

    every: async (name, intervalMs, handler, { apart = false } = {}) => {
      const queue = apart ? `${SCHEDULES}-${name}` : SCHEDULES;
      const hasWorker = [...scheduled.values()].some((other) => other.queue === queue);
      if (!hasWorker) startWorker(queue, (job) => runScheduled(job.name), 1, 1_000);
      const everyMs = Math.round(intervalMs);
      scheduled.set(name, { everyMs, handler, queue });
      await alone(() => upsertSchedule(name, everyMs, queue));
    },

    restoreSchedules,

    dead: async (queues) => {
      const found: DeadJob[] = [];
      for (const name of queues)
        for (const { name: id, attemptsMade, failedReason = '' } of await line(name).getFailed(0, -1))
          found.push({ queue: name, id, attempts: attemptsMade, reason: failedReason });
      return found;
    },

    retry: async (name, id) => {
      const job = await line(name).getJob(jobId(id));
      if (!job) return false;
      await job.retry('failed', { resetAttemptsMade: true });
      return true;
    },

    drop: async (name, id) => void (await line(name).remove(jobId(id))),

    counts: async () => {
      const queues = [...lines.keys()];
      const counted = await (options.count ?? countEach)(queues);
      const of = (queue: string, state: QueueCount['state']): number =>
        counted.find((each) => each.queue === queue && each.state === state)?.jobs ?? 0;
      return Object.fromEntries(
        queues.map((queue) => [
          queue,
          {
            waiting: of(queue, 'waiting'),
            active: of(queue, 'active'),
            delayed: of(queue, 'delayed'),
            // failed schedules run again
            failed: isSchedules(queue) ? 0 : of(queue, 'failed'),
          },
        ]),
      );
    },

    close: async () => {
      closing = true;
      clearInterval(watch);
      for (const timer of restarting) clearTimeout(timer);
      // A worker without its server waits forever, and a second `close` only joins the first: pause it, then
      // force-close it.
      const ending = [...workers].map((worker) =>
        worker.pause().catch((error) => tell(worker.name, error, 'job worker error')),
      );
      // A closed queue never answers, so wait for the schedule check first.
      const looked = inLine(SCHEDULES, async () => undefined);
      if (!(await endsWithin(closeWithin, Promise.all([...ending, looked]))))
        log.warn({ afterMs: closeWithin }, 'workers did not finish in time; their jobs will run again');
      await Promise.all([...workers].map((worker) => worker.close(true)));
      await Promise.all([...lines.values()].map((queue) => queue.close()));
      await options.close();
    },
  };
};
