import type { Clock } from '#application/ports/clock.ts';
import type { Job, JobHandler, Jobs } from '#application/ports/jobs.ts';
import { backOff } from '#application/streams/backOff.ts';

type Worker = { handler: JobHandler; attempts: number; backoffMs: number };
type Entry = { job: Job; runAt: number; attempt: number; state: 'waiting' | 'done' | 'dead' };

export type MemoryJobs = Jobs & {
  /** Runs due jobs and their follow-ups; returns the number of attempts. */
  runDue(): Promise<number>;
  /** All, or one. */
  runSchedules(name?: string): Promise<void>;
  /** Simulates losing the queue's database. */
  lose(): void;
  known(queue: string): Job[];
};

/** Jobs in memory on a manual clock; the contract suite covers it. */
export const openMemoryJobs = (clock: Clock): MemoryJobs => {
  const entries = new Map<string, Entry>();
  const workers = new Map<string, Worker>();
  const schedules = new Map<string, () => Promise<void>>();

  const runOne = async (entry: Entry, { handler, attempts, backoffMs }: Worker): Promise<void> => {
    entry.attempt++;
    try {
      await handler({ id: entry.job.id, data: entry.job.data, attempt: entry.attempt });
      entry.state = 'done';
    } catch {
      if (entry.attempt >= attempts) entry.state = 'dead';
      else entry.runAt = clock.now() + backOff(entry.attempt, { first: backoffMs });
    }
  };

  return {
    add: async (jobs) => {
      for (const job of jobs) {
        const key = `${job.queue}/${job.id}`;
        // as it would return from a database
        const copy = JSON.parse(JSON.stringify(job)) as Job;
        if (!entries.has(key))
          entries.set(key, { job: copy, runAt: job.runAt ?? clock.now(), attempt: 0, state: 'waiting' });
      }
    },
    work: (queue, handler, { attempts = 20, backoffMs = 1_000 } = {}) => {
      workers.set(queue, { handler, attempts, backoffMs });
    },
    every: async (name, _intervalMs, handler) => {
      schedules.set(name, handler);
    },
    runSchedules: async (wanted) => {
      for (const [name, handler] of schedules) if (wanted === undefined || wanted === name) await handler();
    },
    runDue: async () => {
      let ran = 0;
      for (;;) {
        const due = [...entries.values()].filter(
          ({ state, runAt, job }) => state === 'waiting' && runAt <= clock.now() && workers.has(job.queue),
        );
        if (due.length === 0) return ran;
        for (const entry of due) await runOne(entry, workers.get(entry.job.queue)!);
        ran += due.length;
      }
    },
    counts: async () => {
      const counts: Awaited<ReturnType<Jobs['counts']>> = {};
      for (const { job, state, runAt } of entries.values()) {
        counts[job.queue] ??= { waiting: 0, active: 0, delayed: 0, failed: 0 };
        const count = counts[job.queue]!;
        if (state === 'dead') count.failed++;
        if (state === 'waiting' && runAt > clock.now()) count.delayed++;
        if (state === 'waiting' && runAt <= clock.now()) count.waiting++;
      }
      return counts;
    },
    lose: () => entries.clear(),
    known: (queue) => [...entries.values()].filter(({ job }) => job.queue === queue).map(({ job }) => job),
    close: async () => undefined,
  };
};
