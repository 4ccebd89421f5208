import type { Job } from '#application/ports/jobs.ts';
import type { Log } from '#application/ports/log.ts';
import { CLOSE_WITHIN, endsWithin } from '../system/closing.ts';
import type { BullmqJobs } from './bullmq.ts';
import type { JobCopies } from './jobCopies.ts';
import type { OperableJobs } from './operableJobs.ts';

type RememberedOptions = {
  queue: BullmqJobs;
  memory: JobCopies;
  /** What the queue's server is at present, undefined when it has lost what was in it since `markFilled`. */
  isFilled: () => Promise<boolean>;
  markFilled: () => Promise<void>;
  /** Whether the server took what was sent, and did not answer in time. */
  isSilence: (error: unknown) => boolean;
  log: Log;
  /** How often it looks whether the queue was lost, ms. */
  checkEvery?: number;
  /** How long it may be out of reach until that is an alarm, ms. */
  alarmAfter?: number | undefined;
  /** How long closing waits for a look that is under way, ms. */
  closeWithin?: number | undefined;
};

/** How often it looks for a server that has fallen silent, ms: until it is back jobs wait in the memory. */
const SILENT_EVERY = 1_000;
/** A restart, or a failover, is over by then. */
const ALARM_AFTER = 60_000;
const HOURLY = 60 * 60 * 1000;

/**
 * A queue that may be emptied, restarted or out of reach at any moment: what was asked of it stands in a memory first, and goes
 * into the queue again when that was lost. A finished job is never begun again, one that was under way may be.
 */
export const recoverLostJobs = async (options: RememberedOptions): Promise<OperableJobs> => {
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
  /** An add that failed leaves something in the memory that the queue does not know. */
  let complete = false;
  /** Nobody waits for it again until a look has found it back, and filled it with what was added meanwhile. */
  let silent = false;
  let lastTidied = 0;
  /** Since when no look has found it in order, and whether somebody was told. */
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
      log.warn({ jobs: jobs.length, error: String(error) }, 'the job queue takes nothing; it is filled once it does');
    }
  };

  const fill = async (): Promise<void> => {
    complete = true; // before: what fails from here on sets it back
    await markFilled();
    silent = false; // before it reads what is unfinished: who still found it silent is among that
    await queue.restoreSchedules();
    let filled = 0;
    for await (const jobs of memory.unfinished()) {
      await queue.add(jobs);
      filled += jobs.length;
    }
    // emptied once more meanwhile: the next look finds it
    if (filled > 0) log.info({ jobs: filled }, 'the job queue was filled from what is not done yet');
  };

  /** Nothing else tells of it: what would, comes through the queue, and people are served without it. */
  const missed = (error: unknown): void => {
    missing ??= { since: Date.now(), told: false };
    if (missing.told || Date.now() - missing.since < alarmAfter) return;
    missing.told = true;
    log.error({ error: String(error) }, 'the job queue is out of reach: what is to be done waits');
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
      log.warn({ error: String(error) }, 'the job queue cannot be looked at');
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
    // Whatever ends it in between, the job is dead in the queue still, or unfinished in the memory: whoever opens the jobs next fills it in.
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
        // a queue that was lost has forgotten them; the memory has not
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
      // a server that is reached but does not answer
      if (!(await endsWithin(closeWithin, looking)))
        log.warn({ afterMs: closeWithin }, 'the job queue was not looked at in time');
      await queue.close();
    },
  };
};
