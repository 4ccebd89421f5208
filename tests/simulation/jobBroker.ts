import type { Job, JobHandler, Jobs } from '#application/ports/jobs.ts';
import { backOff } from '#application/streams/backOff.ts';
import { DAY, type Instant } from '#domain/shared/instants.ts';
import { type Faults, faultyPort } from './faults.ts';
import type { Random } from './random.ts';
import { type Owner, type Scheduler, WORLD } from './scheduler.ts';

type Entry = {
  job: Job;
  runAt: Instant;
  attempt: number;
  state: 'waiting' | 'active' | 'done' | 'dead';
  runner: Owner | undefined;
  doneAt: Instant;
};
type Worker = { handler: JobHandler; concurrency: number; attempts: number; backoffMs: number; active: number };

/** After this many ms a dead process is noticed and its jobs restart. */
const STALLED = 15_000;

/**
 * The queue shared by the processes. Its jobs survive a crash and start again. A job may run twice at once, or again after it is done.
 * Finished jobs are forgotten after a day, as in the real queue.
 */
export const openJobBroker = (deps: { scheduler: Scheduler; faults: Faults; random: Random }) => {
  const { scheduler, faults, random } = deps;
  const entries = new Map<string, Entry>();
  const waiting = new Map<string, Set<Entry>>();
  const workers = new Map<string, Map<Owner, Worker>>();
  const schedules = new Map<string, Map<Owner, { intervalMs: number; handler: () => Promise<void> }>>();
  const ticking = new Map<string, Owner>();

  const waitingIn = (queue: string): Set<Entry> => {
    const known = waiting.get(queue) ?? new Set();
    waiting.set(queue, known);
    return known;
  };
  const able = (queue: string): [Owner, Worker][] =>
    [...(workers.get(queue) ?? [])].filter(([owner, { active, concurrency }]) => owner.alive && active < concurrency);

  const run = (entry: Entry, owner: Owner, worker: Worker): void => {
    const { queue, id, data } = entry.job;
    const attempt = ++entry.attempt;
    worker.active++;
    waitingIn(queue).delete(entry);
    Object.assign(entry, { state: 'active', runner: owner });
    const end = (failed: boolean) => {
      worker.active--;
      if (entry.state === 'active' && entry.attempt === attempt) {
        const again = failed ? attempt < worker.attempts : random.chance(faults.weather.twice);
        entry.state = again ? 'waiting' : failed ? 'dead' : 'done';
        entry.runAt = scheduler.now() + (failed ? backOff(attempt, { first: worker.backoffMs }) : STALLED);
        // in a long outage, count a dozen attempts at once with the time they would take
        if (failed && again && attempt > 12) {
          entry.attempt += Math.min(11, worker.attempts - attempt - 1);
          entry.runAt += 11 * backOff(attempt, { first: worker.backoffMs });
        }
        entry.doneAt = scheduler.now();
        if (again) wake(entry);
      }
      pump(queue);
    };
    const begin = () =>
      worker.handler({ id, data: structuredClone(data), attempt }).then(
        () => end(false),
        () => end(true),
      );
    scheduler.at(0, owner, `${owner.name} begins ${queue}/${id}`, () => void begin());
  };

  const pump = (queue: string): void => {
    for (const entry of waitingIn(queue)) {
      if (entry.runAt > scheduler.now()) continue;
      const free = able(queue);
      if (free.length === 0) return;
      run(entry, ...random.pick(free));
      const other = random.chance(faults.weather.twice) ? able(queue) : [];
      if (other.length > 0) run(entry, ...random.pick(other));
    }
  };

  const wake = (entry: Entry): void => {
    waitingIn(entry.job.queue).add(entry);
    scheduler.at(entry.runAt, WORLD, `${entry.job.queue}/${entry.job.id} is due`, () => pump(entry.job.queue));
  };

  const add = (jobs: readonly Job[]): void => {
    for (const job of jobs) {
      const key = `${job.queue}/${job.id}`;
      const known = entries.get(key);
      if (known && (known.state !== 'done' || scheduler.now() - known.doneAt < DAY)) continue;
      // a copy, as from a database
      const copy = JSON.parse(JSON.stringify(job)) as Job;
      const entry: Entry = {
        job: copy,
        runAt: job.runAt ?? 0,
        attempt: 0,
        state: 'waiting',
        runner: undefined,
        doneAt: 0,
      };
      entries.set(key, entry);
      wake(entry);
    }
  };

  return {
    /** The queue as one process reaches it. */
    openFor: (owner: Owner): Jobs => ({
      ...faultyPort({ add: async (jobs: readonly Job[]) => add(jobs), counts: async () => ({}) }, 'jobs', owner, deps),
      work: (queue, handler, { concurrency = 4, attempts = 20, backoffMs = 1_000 } = {}) => {
        const known = workers.get(queue) ?? new Map<Owner, Worker>();
        workers.set(queue, known.set(owner, { handler, concurrency, attempts, backoffMs, active: 0 }));
        scheduler.at(0, WORLD, `${queue} has a worker`, () => pump(queue));
      },
      every: async (name, intervalMs, handler) => {
        const known = schedules.get(name) ?? new Map();
        schedules.set(name, known.set(owner, { intervalMs, handler }));
      },
      close: async () => undefined,
    }),

    /** The process is gone: its started jobs restart elsewhere, or after its restart. */
    forget: (owner: Owner): void => {
      for (const known of [...workers.values(), ...schedules.values()]) known.delete(owner);
      for (const [name, running] of ticking) if (running === owner) ticking.delete(name);
      for (const entry of entries.values()) {
        if (entry.state !== 'active' || entry.runner !== owner) continue;
        entry.state = 'waiting';
        entry.runAt = scheduler.now() + STALLED;
        wake(entry);
      }
    },

    /** Loses the queue and refills it with unfinished jobs; wake-ups are lost, because they only save time. */
    lose: (): void => {
      for (const [key, entry] of entries) {
        if (entry.job.queue.startsWith('deadlines') || entry.job.queue === 'providerFacts') {
          entries.delete(key);
          waitingIn(entry.job.queue).delete(entry);
        } else if (entry.state === 'waiting' || entry.state === 'active') {
          Object.assign(entry, { state: 'waiting', attempt: 0, runAt: scheduler.now() + random.below(DAY) });
          wake(entry);
        }
      }
    },

    /** Runs a schedule once in one process. */
    tick: (name: string): void => {
      if (ticking.has(name)) return;
      const able = [...(schedules.get(name) ?? [])].filter(([owner]) => owner.alive);
      if (able.length === 0) return;
      const [owner, { handler }] = random.pick(able);
      ticking.set(name, owner);
      const done = () => void (ticking.get(name) === owner && ticking.delete(name));
      scheduler.at(0, owner, `${owner.name} runs ${name}`, () => void handler().then(done, done));
    },

    schedules: (): Map<string, number> =>
      new Map([...schedules].flatMap(([name, known]) => [...known.values()].map((s) => [name, s.intervalMs] as const))),
    unfinished: () => [...entries.values()].filter(({ state }) => state === 'waiting' || state === 'active'),
    dead: () => [...entries.values()].filter(({ state }) => state === 'dead').map(({ job }) => job),
  };
};

export type JobBroker = ReturnType<typeof openJobBroker>;
