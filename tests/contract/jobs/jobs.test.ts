import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Jobs } from '#application/ports/jobs.ts';
import { openPostgresJobs } from '#infrastructure/jobs/postgresJobs.ts';
import { openRedisJobs } from '#infrastructure/jobs/redisJobs.ts';
import { manualClock } from '#tests/support/manualClock.ts';
import { openMemoryJobs } from '#tests/support/memoryJobs.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { type RedisServer, redisIsInstalled, startRedis } from '#tests/support/redis.ts';
import { silentLog } from '#tests/support/silentLog.ts';
import { isFirstTier, later } from '#tests/support/tier.ts';

type Opened = { jobs: Jobs; now(): number; until(condition: () => unknown): Promise<void> };

const database = useDatabase();
let count = 0;
/** Separate queues, because the adapters share a database. */
const queueName = () => `queue${++count}`;

const memory = async (): Promise<Opened> => {
  const clock = manualClock();
  const jobs = openMemoryJobs(clock);
  return {
    jobs,
    now: clock.now,
    until: async (condition) => {
      // moves the clock as a scheduler and time would
      await vi.waitFor(async () => {
        await jobs.runSchedules();
        await jobs.runDue();
        if (await condition()) return;
        clock.advance(10);
        throw new Error('not yet');
      });
    },
  };
};

const usesRedis = redisIsInstalled && !isFirstTier;
let redis: RedisServer | undefined;
beforeAll(async () => {
  if (usesRedis) redis = await startRedis();
});
afterAll(() => redis?.stop());

const clock = { now: () => Date.now() };
const onPostgres = (log = silentLog()) => openPostgresJobs({ connectionString: database.url, clock, log });
const onRedis = (log = silentLog()) => openRedisJobs({ redisUrl: redis!.url, db: database.knex, clock, log });

const bullmq = (open: () => Promise<Jobs>) => async (): Promise<Opened> => {
  return {
    jobs: await open(),
    now: clock.now,
    until: (condition) =>
      vi.waitFor(
        async () => {
          if (!(await condition())) throw new Error('not yet');
        },
        { interval: 20 },
      ),
  };
};

describe.each<[string, () => Promise<Opened>]>([
  ['in memory', memory],
  ['BullMQ on PostgreSQL', bullmq(onPostgres)],
  ...(usesRedis ? ([['BullMQ on Redis', bullmq(onRedis)]] satisfies [string, unknown][]) : []),
])('jobs: %s', (_name, open) => {
  const opened: Jobs[] = [];
  const start = async () => {
    const adapter = await open();
    opened.push(adapter.jobs);
    return adapter;
  };
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((jobs) => jobs.close()));
  });

  test('passes id and data of a job to its handler', async () => {
    const { jobs, until } = await start();
    const queue = queueName();
    const seen: unknown[] = [];
    jobs.work(queue, async (job) => void seen.push(job));
    await jobs.add([{ queue, id: 'refund.01:a', data: { amount: 12 } }]);
    await until(() => seen.length === 1);
    expect(seen).toEqual([{ id: expect.stringMatching(/^refund\.01.a$/), data: { amount: 12 }, attempt: 1 }]);
  });

  test('keeps jobs that were added before any worker started', async () => {
    const { jobs, until } = await start();
    const queue = queueName();
    await jobs.add([1, 2, 3].map((n) => ({ queue, id: `job-${n}`, data: { n } })));
    expect((await jobs.counts())[queue]).toMatchObject({ waiting: 3 });
    const seen: unknown[] = [];
    jobs.work(queue, async ({ data }) => void seen.push(data.n));
    await until(() => seen.length === 3);
    expect(seen.toSorted()).toEqual([1, 2, 3]);
  });

  test('runs each of many concurrently added jobs once', async () => {
    const { jobs, until } = await start();
    const queue = queueName();
    const ids = Array.from({ length: 20 }, (_, n) => `job-${n}`);
    await jobs.add([...ids, 'job-3'].map((id) => ({ queue, id, data: {} })));
    const seen: string[] = [];
    jobs.work(queue, async ({ id }) => void seen.push(id));
    await until(async () => {
      const { waiting, active } = (await jobs.counts())[queue]!;
      return waiting + active === 0;
    });
    expect(seen.toSorted()).toEqual(ids.toSorted());
  });

  test('ignores a known id, while it waits and after it is done', async () => {
    const { jobs, until } = await start();
    const queue = queueName();
    const seen: string[] = [];
    const job = { queue, id: 'only', data: {} };
    await jobs.add([job, job]);
    jobs.work(queue, async ({ id }) => void seen.push(id));
    await until(() => seen.length > 0);
    await jobs.add([job, { ...job, id: 'after' }]);
    await until(() => seen.includes('after'));
    expect(seen).toEqual(['only', 'after']);
  });

  test('runs a job no earlier than its time, fractions of a millisecond included', async () => {
    const { jobs, now, until } = await start();
    const queue = queueName();
    const handled = new Map<string, number>();
    jobs.work(queue, async ({ id }) => void handled.set(id, now()), { concurrency: 1 });
    const due = now() + 150.75;
    await jobs.add([
      { queue, id: 'later', data: {}, runAt: due },
      { queue, id: 'at-once', data: {} },
    ]);
    const far = queueName();
    await jobs.add([{ queue: far, id: 'far', data: {}, runAt: now() + 600_000.5 }]);
    expect((await jobs.counts())[far]?.delayed).toBe(1);
    await until(() => handled.size === 2);
    // time has whole ms
    expect(handled.get('later')).toBeGreaterThanOrEqual(due - 1);
  });

  test('calls a failing handler again with the attempt number', async () => {
    const { jobs, until } = await start();
    const queue = queueName();
    const attempts: number[] = [];
    jobs.work(
      queue,
      async ({ attempt }) => {
        attempts.push(attempt);
        if (attempt < 3) throw new Error('not now');
      },
      { attempts: 5, backoffMs: 10 },
    );
    await jobs.add([{ queue, id: 'stubborn', data: {} }]);
    await until(() => attempts.length === 3);
    expect(attempts).toEqual([1, 2, 3]);
    await until(async () => (await jobs.counts())[queue]?.active === 0);
    expect((await jobs.counts())[queue]).toMatchObject({ delayed: 0, failed: 0, waiting: 0 });
  });

  test('keeps, counts and no longer runs a job after its last attempt', async () => {
    const { jobs, until } = await start();
    const queue = queueName();
    let calls = 0;
    jobs.work(
      queue,
      async () => {
        calls++;
        throw new Error('never');
      },
      { attempts: 2, backoffMs: 10 },
    );
    await jobs.add([{ queue, id: 'hopeless', data: {} }]);
    await until(async () => (await jobs.counts())[queue]?.failed === 1);
    await jobs.add([{ queue, id: 'hopeless', data: {} }]);
    expect([calls, (await jobs.counts())[queue]?.failed]).toEqual([2, 1]);
  });

  test('runs a schedule repeatedly', async () => {
    const { jobs, until } = await start();
    let calls = 0;
    await jobs.every(`tick${++count}`, 50, async () => void calls++);
    await until(() => calls >= 3);
  });
});

later.describe.each([
  ['PostgreSQL', onPostgres],
  ...(usesRedis ? ([['Redis', onRedis]] satisfies [string, unknown][]) : []),
])('BullMQ on %s', (_name, start) => {
  test('a slow schedule in a queue of its own delays no other', async () => {
    const jobs = await start();
    let calls = 0;
    let ends: (() => void) | undefined;
    const long = new Promise<void>((resolve) => {
      ends = resolve;
    });
    await jobs.every(`long${++count}`, 50, () => long, { apart: true });
    await jobs.every(`tick${count}`, 50, async () => void calls++);
    await vi.waitFor(() => expect(calls).toBeGreaterThanOrEqual(3));
    ends?.();
    await jobs.close();
  });

  test('logs a failing schedule and runs it again instead of making it a dead job', async () => {
    const log = silentLog();
    const jobs = await start(log);
    const name = `failing${++count}`;
    let calls = 0;
    await jobs.every(name, 50, async () => {
      calls++;
      throw new Error('the database is away');
    });
    await vi.waitFor(() => expect(calls).toBeGreaterThanOrEqual(3));
    expect(log.lines).toContainEqual({
      level: 'warn',
      details: { schedule: name, error: 'Error: the database is away' },
      message: 'a schedule failed and will run again',
    });
    const failed = Object.values(await jobs.counts()).map((counts) => counts.failed);
    expect(failed).toEqual(failed.map(() => 0));
    await jobs.close();
  });

  test('a job survives the end of the process that added it', async () => {
    const queue = queueName();
    const first = await start();
    await first.add([{ queue, id: 'kept', data: { n: 1 } }]);
    await first.close();
    const second = await start();
    const seen: unknown[] = [];
    second.work(queue, async ({ data }) => void seen.push(data));
    await vi.waitFor(() => expect(seen).toEqual([{ n: 1 }]));
    await second.close();
  });

  test('closing waits for running jobs', async () => {
    const queue = queueName();
    const jobs = await start();
    let release: (() => void) | undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const steps: string[] = [];
    jobs.work(queue, async () => {
      steps.push('begun');
      await gate;
      steps.push('finished');
    });
    await jobs.add([{ queue, id: 'slow', data: {} }]);
    await vi.waitFor(() => expect(steps).toEqual(['begun']));
    const closed = jobs.close().then(() => steps.push('closed'));
    release?.();
    await closed;
    expect(steps).toEqual(['begun', 'finished', 'closed']);
  });

  test('five processes that start the same schedule keep one running, one process at a time', async () => {
    const name = `race${++count}`;
    const processes = await Promise.all(Array.from({ length: 5 }, () => start()));
    let calls = 0;
    let inside = 0;
    let most = 0;
    const handler = async () => {
      calls++;
      inside++;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside--;
    };
    await Promise.all(processes.map((jobs) => jobs.every(name, 100, handler)));
    await vi.waitFor(() => expect(calls).toBeGreaterThanOrEqual(4));
    expect(most).toBe(1);
    await Promise.all(processes.map((jobs) => jobs.close()));
  });

  test('a dead job raises an alarm without its data', async () => {
    const log = silentLog();
    const jobs = await start(log);
    const queue = queueName();
    const fail = async () => {
      throw new Error('broken');
    };
    jobs.work(queue, fail, { attempts: 1 });
    await jobs.add([{ queue, id: 'dead', data: { iban: 'NL91ABNA0417164300' } }]);
    await vi.waitFor(() => expect(log.lines.some(({ level }) => level === 'error')).toBe(true));
    const alarm = log.lines.find(({ level }) => level === 'error');
    expect(alarm?.details).toMatchObject({ queue, job: 'dead', attempt: 1 });
    expect(JSON.stringify(log.lines)).not.toContain('NL91');
    await jobs.close();
  });
});
