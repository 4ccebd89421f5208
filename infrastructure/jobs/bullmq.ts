import { type BackendClasses, type IQueueBackend, type Job as QueuedJob, UnrecoverableError } from 'bullmq';
import type { Clock } from '#application/ports/clock.ts';
import type { Job, JobHandler } from '#application/ports/jobs.ts';
import type { Log } from '#application/ports/log.ts';
import { backOff } from '#application/streams/backOff.ts';
import { serializeByKey } from '#application/streams/keyedQueue.ts';
import { CLOSE_WITHIN, endsWithin } from '../system/closing.ts';
import type { DeadJob, OperableJobs } from './operable.ts';
import { openEventText } from './tellOnce.ts';

type Data = Record<string, unknown>;

const SCHEDULES = 'schedules';
const isSchedules = (queue: string): boolean => queue === SCHEDULES || queue.startsWith(`${SCHEDULES}-`);
const DAY_SECONDS = 24 * 60 * 60;
/** In PostgreSQL a bulk makes two temporary tables, which takes as long as adding so many jobs one by one. */
const FEW = 8;

/** BullMQ refuses a colon and plain integers in job ids. */
const jobId = (id: string): string => `j-${id.replaceAll(':', '.')}`;

export type QueueCount = { queue: string; state: 'waiting' | 'active' | 'delayed' | 'failed'; jobs: number };

type BullmqOptions<Backend extends IQueueBackend, Connection> = {
  classes: Pick<BackendClasses<Backend, Connection>, 'Queue' | 'Worker'>;
  /** For queues, and for workers, which wait on theirs. */
  connection: { ofQueues: Connection; ofWorkers: Connection };
  prefix?: string;
  clock: Clock;
  log: Log;
  /** One at a time over all processes, since five upserts of a schedule at once can lose it. */
  oneAtATime: (work: () => Promise<void>) => Promise<void>;
  /** How many jobs are in each state, where the backend can say it of all queues at once; states without any may be missing. */
  count?: (queues: readonly string[]) => Promise<QueueCount[]>;
  close: () => Promise<void>;
  /** How often it is looked after the schedules, ms. */
  watchSchedulesEvery?: number | undefined;
  /** When a worker of which nothing is heard counts as gone, ms. */
  missedAfter?: number | undefined;
  /** How long closing waits for what workers have under way, ms. */
  closeWithin?: number | undefined;
};

export type BullmqJobs = OperableJobs & {
  /** As if it had never been there; no-op when it is not. */
  drop(queue: string, id: string): Promise<void>;
  /** Puts back the schedules that a lost queue has forgotten. */
  restoreSchedules(): Promise<void>;
};

/**
 * Jobs through BullMQ, on whichever of its backends. Dead jobs (all attempts used, or a poisoned payload) are kept and counted as
 * failed; done ones are forgotten after a day. Workers of a killed process are missed after 15 s and their jobs begin again.
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
  const tell = openEventText(log);
  const lines = new Map<string, Line>();
  const workers = new Set<Work>();
  const restarting = new Set<NodeJS.Timeout>();
  let closing = false;
  const scheduled = new Map<string, { everyMs: number; handler: () => Promise<void>; queue: string }>();

  const openLine = (name: string): Line => {
    const queue = new Queue<Data>(name, {
      connection: connection.ofQueues,
      // whoever uses it first while its server is away is told, as everybody else is
      skipWaitingForReady: true,
      ...(prefix !== undefined && { prefix }),
    });
    queue.on('error', (error) => tell(name, error, 'job queue error'));
    // One that was opened while its server was out of reach stays broken: the next use opens another.
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
    line(name); // so that it is counted
    const worker = new Worker<Data>(name, handle, {
      connection: connection.ofWorkers,
      ...(prefix !== undefined && { prefix }),
      concurrency,
      lockDuration: missedAfter,
      stalledInterval: missedAfter / 3,
      // a job that was interrupted by restarts is not at fault
      maxStalledCount: 1_000,
      runRetryDelay: 1_000,
      settings: { backoffStrategy: (attemptsMade) => backOff(attemptsMade, { first: backoffMs }) },
    });
    worker.on('error', (error) => tell(name, error, 'job worker error'));
    workers.add(worker);
    // One that began while its server went out of reach never works: another takes its place.
    worker.waitUntilReady().catch(() => {
      if (closing || !workers.delete(worker)) return;
      const again = setTimeout(() => {
        restarting.delete(again);
        startWorker(name, handle, concurrency, backoffMs);
      }, 1_000);
      restarting.add(again);
    });
  };

  /** Waiting for its time, or being worked on: a schedule without one is asleep for ever, however its own row looks. */
  const hasNextJob = async (name: string, queue: string): Promise<boolean> =>
    (await line(queue).getJobs(['delayed', 'wait', 'active', 'prioritized'])).some((job) => job?.name === name);

  const upsertSchedule = async (name: string, every: number, its: string): Promise<void> => {
    const queue = line(its);
    const stands = (await queue.getJobScheduler(name))?.every === every;
    if (stands && (await hasNextJob(name, its))) return;
    await queue.setGlobalConcurrency(1); // one at a time over all processes
    const kept = { removeOnComplete: true, removeOnFail: { count: 100 } };
    await queue.upsertJobScheduler(name, { every }, { name, opts: kept });
  };

  // Of a process only one waits for the lock: whoever waits holds a connection, and whoever has it needs another for its work.
  const inLine = serializeByKey();
  const alone = (work: () => Promise<void>): Promise<void> =>
    inLine(SCHEDULES, async () => {
      if (!closing) await oneAtATime(work);
    });

  /** One that failed is not dead: it comes again by itself. */
  const runScheduled = async (name: string): Promise<void> => {
    try {
      await scheduled.get(name)?.handler();
    } catch (error) {
      log.warn({ schedule: name, error: String(error) }, 'a schedule failed and comes again');
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

  // The sweep that makes a lost queue harmless is itself a schedule in it: whoever lost the one would lose the other.
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    try {
      await restoreSchedules();
    } catch (error) {
      log.warn({ error: String(error) }, 'the schedules could not be looked after');
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
            // the worker says when it is enough: whoever adds a job need not know
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
            // what failed of schedules came again
            failed: isSchedules(queue) ? 0 : of(queue, 'failed'),
          },
        ]),
      );
    },

    close: async () => {
      closing = true;
      clearInterval(watch);
      for (const timer of restarting) clearTimeout(timer);
      // A worker that has lost its server waits for it for ever, and a second `close` only joins the first: so it is paused, then closed by force.
      const ending = [...workers].map((worker) =>
        worker.pause().catch((error) => tell(worker.name, error, 'job worker error')),
      );
      // A queue that is closed never answers: whoever looks after the schedules ends before, or would keep its connection.
      const looked = inLine(SCHEDULES, async () => undefined);
      if (!(await endsWithin(closeWithin, Promise.all([...ending, looked]))))
        log.warn({ afterMs: closeWithin }, 'workers did not end in time: what they had under way begins again');
      await Promise.all([...workers].map((worker) => worker.close(true)));
      await Promise.all([...lines.values()].map((queue) => queue.close()));
      await options.close();
    },
  };
};
