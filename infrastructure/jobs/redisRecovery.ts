import type { Job } from '#application/ports/jobs.ts';
import type { Log } from '#application/ports/log.ts';
import { CLOSE_WITHIN, endsWithin } from '../system/closing.ts';
import type { BullmqJobs } from './bullmq.ts';
import type { JobCopies } from './jobCopies.ts';
import type { OperableJobs } from './operableJobs.ts';

type RecoveryOptions = {
  queue: BullmqJobs;
  memory: JobCopies;
  /** False if the server has lost its content since `markFilled`. */
  isFilled: () => Promise<boolean>;
  markFilled: () => Promise<void>;
  /** Whether the server accepted the command but did not answer in time. */
  isSilence: (error: unknown) => boolean;
  log: Log;
  /** How often to check for a lost queue, ms. */
  checkEvery?: number;
  /** How long it may be unreachable before an alarm, ms. */
  alarmAfter?: number | undefined;
  /** How long `close` waits for a running check, ms. */
  closeWithin?: number | undefined;
};

/** How often to check a silent server, ms. Until it answers, jobs wait in PostgreSQL. */
const SILENT_EVERY = 1_000;
/** Longer than a restart or failover takes. */
const ALARM_AFTER = 60_000;
const HOURLY = 60 * 60 * 1000;

/**
 * A queue that may be flushed, restarted or unreachable at any time: each job is first copied to PostgreSQL, and the
 * queue is refilled after a loss. A finished job never runs again; an interrupted one may.
 */
export const recoverLostJobs = async (options: RecoveryOptions): Promise<OperableJobs> => {
  const {
    queue,
    memory,
    isFilled,
    markFilled,
    isSilence,
    log,
    checkEvery = 5_000,
    alarmAfter = ALARM_AFTER,
    closeWithin = CLOSE_WITHIN,
  } = options;
  /** False after a failed add: the copies hold a job that the queue lacks. */
  let complete = false;
  /** True until a check finds the server answering and refills the queue; meanwhile nobody waits for it. */
  let silent = false;
  let lastTidied = 0;
  /** Since when no check succeeded, and whether the alarm was raised. */
  let missing: { since: number; told: boolean } | undefined;

  const lost = (error: unknown): void => {
    complete = false;
    silent ||= isSilence(error);
  };

  const enqueue = async (jobs: readonly Job[]): Promise<void> => {
    if (silent) return;
    try {
      await queue.add(jobs);
    } catch (error) {
      lost(error);
      log.warn(
        { jobs: jobs.length, error: String(error) },
        'the job queue rejects jobs; it is refilled once it recovers',
      );
    }
  };

  const fill = async (): Promise<void> => {
    complete = true; // set first: any later failure resets it
    await markFilled();
    silent = false; // set before reading the unfinished jobs, so that jobs added while it was silent are included
    await queue.restoreSchedules();
    let filled = 0;
    for await (const jobs of memory.unfinished()) {
      await queue.add(jobs);
      filled += jobs.length;
    }
    // flushed again meanwhile: the next check notices
    if (filled > 0) log.info({ jobs: filled }, 'the job queue was refilled with unfinished jobs');
  };

  /** The only alarm for this: other alarms travel through the queue itself, and users are still served. */
  const missed = (error: unknown): void => {
    missing ??= { since: Date.now(), told: false };
    if (missing.told || Date.now() - missing.since < alarmAfter) return;
    missing.told = true;
    log.error({ error: String(error) }, 'the job queue is unreachable: jobs wait');
  };

  const look = async (): Promise<void> => {
    try {
      if (!(complete && (await isFilled()))) await fill();
      if (Date.now() - lastTidied > HOURLY) {
        await memory.forgetOld();
        lastTidied = Date.now();
      }
      missing = undefined;
    } catch (error) {
      lost(error);
      missed(error);
      log.warn({ error: String(error) }, 'the job queue cannot be checked');
    }
  };

  let closing = false;
  let looking = look();
  await looking;
  let timer = setTimeout(again, checkEvery);
  function again() {
    looking = look().then(() => {
      if (!closing) timer = setTimeout(again, silent ? Math.min(SILENT_EVERY, checkEvery) : checkEvery);
    });
  }

  return {
    ...queue,
    add: async (jobs) => {
      if (jobs.length > 0) await enqueue(await memory.remember(jobs));
    },
    work: (name, handler, { attempts = 20, ...more } = {}) =>
      queue.work(
        name,
        async (job) => {
          if (await memory.isFinished(name, job.id)) return;
          try {
            await handler(job);
          } catch (error) {
            if (job.attempt >= attempts) await memory.finish(name, job.id, 'dead');
            throw error;
          }
          await memory.finish(name, job.id, 'done');
        },
        { attempts, ...more },
      ),
    dead: async (queues) => {
      const inQueue = await queue.dead(queues);
      const known = new Set(inQueue.map(({ queue: name, id }) => `${name} ${id}`));
      const remembered = (await memory.dead(queues)).filter(({ queue: name, id }) => !known.has(`${name} ${id}`));
      return [...inQueue, ...remembered.map((job) => ({ ...job, attempts: 0, reason: 'the queue was lost since' }))];
    },
    // If the process dies in between, the job is either still dead in the queue or unfinished in the copies; the next
    // refill adds it.
    retry: async (name, id) => {
      const revived = await memory.revive(name, id);
      if (!revived) return false;
      await queue.drop(name, id);
      await queue.add([revived]);
      return true;
    },
    counts: async () => {
      try {
        const counts = await queue.counts();
        // a lost queue has forgotten its dead jobs; the copies have not
        const dead = await memory.deadCounts(Object.keys(counts));
        for (const [name, count] of Object.entries(counts)) count.failed = Math.max(count.failed, dead.get(name) ?? 0);
        return counts;
      } catch (error) {
        log.warn({ error: String(error) }, 'the job queue cannot be counted');
        return {};
      }
    },
    close: async () => {
      closing = true;
      clearTimeout(timer);
      // reachable, but does not answer
      if (!(await endsWithin(closeWithin, looking)))
        log.warn({ afterMs: closeWithin }, 'the check of the job queue did not end in time');
      await queue.close();
    },
  };
};
