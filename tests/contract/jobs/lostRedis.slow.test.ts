import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Jobs } from '#application/ports/jobs.ts';
import { openRedisJobs } from '#infrastructure/jobs/redisJobs.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { type RedisServer, redisIsInstalled, startRedis } from '#tests/support/redis.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const database = useDatabase();
const clock = { now: () => Date.now() };
const until = (condition: () => unknown) => vi.waitFor(async () => expect(await condition()).toBe(true));

describe.runIf(redisIsInstalled)('jobs while Redis is lost', () => {
  let redis: RedisServer;
  let log: ReturnType<typeof silentLog>;
  const opened: Jobs[] = [];
  const open = async (more: { alarmAfter?: number } = {}) => {
    const jobs = await openRedisJobs({
      redisUrl: redis.url,
      db: database.knex,
      clock,
      log,
      checkEvery: 50,
      closeWithin: 1_000,
      missedAfter: 3_000,
      ...more,
    });
    opened.push(jobs);
    return jobs;
  };
  beforeEach(async () => {
    redis = await startRedis();
    log = silentLog();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((jobs) => jobs.close()));
    await redis.stop();
  });

  const many = (queue: string, runAt?: number) =>
    Array.from({ length: 40 }, (_, n) => ({ queue, id: `job.${n}`, data: { n }, ...(runAt && { runAt }) }));

  test.each(['emptied', 'restarted'] as const)('runs every job once when Redis %s in between', async (how) => {
    const queue = `refunds-${how}`;
    const jobs = await open();
    const done: string[] = [];
    let release: (() => void) | undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const worker = async ({ id }: { id: string }) => {
      if (done.length >= 10) await gate;
      if (!done.includes(id)) done.push(id);
    };
    await jobs.add(many(queue));
    jobs.work(queue, worker, { concurrency: 1 });
    await until(() => done.length === 10);
    const before = done.slice(0, 10);
    if (how === 'emptied') await redis.empty();
    else {
      await redis.stop();
      await redis.start();
    }
    const again: string[] = [];
    const second = await open();
    second.work(queue, async ({ id }) => {
      again.push(id);
      await worker({ id });
    });
    release?.();
    await until(() => done.length === 40);
    expect(again.filter((id) => before.slice(0, 9).includes(id))).toEqual([]);
    await until(
      async () => (await database.knex('remembered_jobs').where({ queue }).whereNull('outcome')).length === 0,
    );
  });

  test.each([
    ['goes away', () => redis.stop(), () => redis.start()],
    ['no longer answers', async () => redis.freeze(), async () => redis.thaw()],
  ])('closes when Redis %s during a job, and the next process runs the job', async (how, lose, bringBack) => {
    const queue = `refunds when it ${how}`;
    const jobs = await open();
    const begun = new Promise<void>((resolve) => {
      jobs.work(queue, () => {
        resolve();
        return new Promise(() => undefined);
      });
    });
    await jobs.add([{ queue, id: 'under-way', data: {} }]);
    await begun;
    await lose();
    const began = performance.now();
    await jobs.close();
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(log.lines.map(({ message }) => message)).toContain(
      'workers did not finish in time; their jobs will run again',
    );
    await bringBack();
    const seen: string[] = [];
    const next = await open();
    next.work(queue, async ({ id }) => void seen.push(id));
    await until(() => seen.includes('under-way'));
  });

  test('closes although the server came back under a job that never ends, and reports what it abandons', async () => {
    const jobs = await open();
    const begun = new Promise<void>((resolve) => {
      jobs.work('hanging', async () => {
        resolve();
        await new Promise(() => undefined);
      });
    });
    await jobs.add([{ queue: 'hanging', id: 'under-way', data: {} }]);
    await begun;
    await redis.stop();
    await redis.start();
    // connected to the new server
    await until(async () => {
      await jobs.add([{ queue: 'other', id: `asked.${Date.now()}`, data: {} }]);
      return ((await jobs.counts()).other?.waiting ?? 0) > 0;
    });
    const began = performance.now();
    await jobs.close();
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(log.lines.map(({ message }) => message)).toContain(
      'workers did not finish in time; their jobs will run again',
    );
  });

  test('keeps the due time of delayed jobs after a total loss', async () => {
    const jobs = await open();
    const at = Date.now() + 1_500;
    const ran: number[] = [];
    jobs.work('later', async () => void ran.push(Date.now()));
    await jobs.add(many('later', at));
    await redis.empty();
    await until(async () => (await jobs.counts()).later?.delayed === 40 || Date.now() >= at);
    await until(() => ran.length === 40);
    expect(Math.min(...ran)).toBeGreaterThanOrEqual(at - 5);
  });

  test('runs jobs after recovery that were added during an outage', async () => {
    const jobs = await open();
    const seen: string[] = [];
    jobs.work('mails', async ({ id }) => void seen.push(id));
    await redis.stop();
    await jobs.add([{ queue: 'mails', id: 'meanwhile', data: {} }]);
    expect(log.lines.map(({ message }) => message)).toContain(
      'the job queue rejects jobs; it is refilled once it recovers',
    );
    await redis.start();
    await until(() => seen.includes('meanwhile'));
  });

  const asked = async (...command: [string, ...string[]]) => {
    const client = new Redis(redis.url);
    await client.call(...command).finally(() => client.disconnect());
  };
  test.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ['is full', () => asked('CONFIG', 'SET', 'maxmemory', '1'), () => asked('CONFIG', 'SET', 'maxmemory', '0')],
    ['is a replica now', () => asked('REPLICAOF', '127.0.0.1', '1'), () => asked('REPLICAOF', 'NO', 'ONE')],
    ['no longer answers', async () => redis.freeze(), async () => redis.thaw()],
  ])('adds jobs without failure or wait while Redis %s, and runs them', async (how, lose, mend) => {
    const queue = `mails of one that ${how}`;
    const jobs = await open();
    const seen: string[] = [];
    jobs.work(queue, async ({ id }) => void seen.push(id));
    await jobs.add([{ queue, id: 'before', data: {} }]);
    await until(() => seen.includes('before'));
    await lose();
    const began = performance.now();
    await jobs.add([{ queue, id: 'meanwhile', data: {} }]);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(log.lines.map(({ message }) => message)).toContain(
      'the job queue rejects jobs; it is refilled once it recovers',
    );
    await mend();
    await until(() => seen.includes('meanwhile'));
  });

  test.each([
    ['is away', () => redis.stop(), () => redis.start()],
    ['no longer answers', async () => redis.freeze(), async () => redis.thaw()],
  ])('does not fail the first user of a queue when Redis %s', async (how, lose, mend) => {
    const queue = `first mails of one that ${how}`;
    const jobs = await open();
    await lose();
    const began = performance.now();
    const adding = jobs.add([{ queue, id: 'meanwhile', data: {} }]).then(() => 'added' as const);
    const first = await Promise.race([adding, delay(10_000, 'waits' as const, { ref: false })]);
    await mend();
    expect([first, performance.now() - began < 5_000]).toEqual(['added', true]);
    const seen: string[] = [];
    jobs.work(queue, async ({ id }) => void seen.push(id));
    await until(() => seen.includes('meanwhile'));
  });

  test('waits once for a silent server, not once per added job', async () => {
    const jobs = await open();
    const seen: string[] = [];
    jobs.work('mails in a row', async ({ id }) => void seen.push(id));
    const add = (id: string) => jobs.add([{ queue: 'mails in a row', id, data: {} }]);
    await add('before');
    redis.freeze();
    await add('first');
    const began = performance.now();
    for (let n = 0; n < 5; n++) await add(`next.${n}`);
    expect(performance.now() - began).toBeLessThan(4_000);
    redis.thaw();
    await until(() => seen.length === 7);
  });

  const alarms = () => log.lines.filter(({ level }) => level === 'error').map(({ message }) => message);
  const OUT_OF_REACH = 'the job queue is unreachable: jobs wait';

  test('raises one alarm per outage, because every other alarm needs the queue', async () => {
    const jobs = await open({ alarmAfter: 300 });
    const said = (words: string) => log.lines.filter(({ message }) => message.startsWith(words)).length;
    await redis.stop();
    await jobs.add([{ queue: 'waiting', id: 'meanwhile', data: {} }]);
    await until(() => alarms().length > 0);
    const before = said('the job queue cannot be checked');
    await until(() => said('the job queue cannot be checked') > before + 3);
    expect(alarms()).toEqual([OUT_OF_REACH]);
    const filled = said('the job queue was refilled');
    await redis.start();
    await until(() => said('the job queue was refilled') > filled);
    await redis.stop();
    await until(() => alarms().length > 1);
    expect(alarms()).toEqual([OUT_OF_REACH, OUT_OF_REACH]);
  });

  test('logs an outage once, not per queue and retry', async () => {
    const jobs = await open({ alarmAfter: 1_000 });
    for (const queue of ['mails', 'refunds', 'payouts']) jobs.work(queue, async () => undefined);
    await redis.stop();
    await until(() => alarms().length > 0);
    const said = log.lines.flatMap(({ message, details: { error } }) =>
      /^job (queue|worker) error$/.test(message) ? [`${message}: ${error}`] : [],
    );
    expect(said).not.toEqual([]);
    expect(said).toEqual([...new Set(said)]);
  });

  test('raises no alarm for an outage under a minute', async () => {
    const jobs = await open();
    const seen: string[] = [];
    jobs.work('mails at a restart', async ({ id }) => void seen.push(id));
    await redis.stop();
    await jobs.add([{ queue: 'mails at a restart', id: 'meanwhile', data: {} }]);
    await redis.start();
    await until(() => seen.includes('meanwhile'));
    expect(alarms()).toEqual([]);
  });

  test('refuses at start, in one line, a server that evicts keys without TTL', async () => {
    await asked('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
    await expect(open()).rejects.toThrow(
      /^Redis at 127\.0\.0\.1:\d+ \(REDIS_URL\) throws jobs away when its memory is full: its maxmemory-policy must be noeviction$/,
    );
    await asked('CONFIG', 'SET', 'maxmemory-policy', 'volatile-lru');
    await open();
  });

  test('continues a schedule after a total loss', async () => {
    const jobs = await open();
    let calls = 0;
    await jobs.every('sweep', 50, async () => void calls++);
    await until(() => calls >= 2);
    await redis.empty();
    const before = calls;
    await until(() => calls >= before + 3);
  });

  test('reports a missing server at start in one line', async () => {
    await redis.stop();
    await expect(open()).rejects.toThrow(/^Redis at 127\.0\.0\.1:\d+ \(REDIS_URL\) cannot be reached$/);
  });

  test('keeps a dead job dead', async () => {
    const jobs = await open();
    let calls = 0;
    const fail = async () => {
      calls++;
      throw new Error('never');
    };
    jobs.work('payouts', fail, { attempts: 2, backoffMs: 1 });
    await jobs.add([{ queue: 'payouts', id: 'hopeless', data: {} }]);
    await until(async () => (await jobs.counts()).payouts?.failed === 1);
    await redis.empty();
    await jobs.add([
      { queue: 'payouts', id: 'hopeless', data: {} },
      { queue: 'payouts', id: 'next', data: {} },
    ]);
    await until(() => calls === 4);
    const dead = () => database.knex('remembered_jobs').where({ queue: 'payouts', outcome: 'dead' }).pluck('id');
    await expect.poll(dead).toEqual(['hopeless', 'next']);
    // the queue has forgotten one of them, but the count includes both
    await until(async () => (await jobs.counts()).payouts?.failed === 2);
  });
});
