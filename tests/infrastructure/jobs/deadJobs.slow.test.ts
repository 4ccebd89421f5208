import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { OperableJobs } from '#infrastructure/jobs/operableJobs.ts';
import { openPostgresJobs } from '#infrastructure/jobs/postgresJobs.ts';
import { openRedisJobs } from '#infrastructure/jobs/redisJobs.ts';
import { runProgram } from '#tests/support/commandLine.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { type RedisServer, redisIsInstalled, startRedis } from '#tests/support/redis.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const database = useDatabase();
const clock = { now: () => Date.now() };
const dataDir = mkdtempSync(join(tmpdir(), 'reliquary-dead-'));
let redis: RedisServer | undefined;
beforeAll(async () => {
  if (redisIsInstalled) redis = await startRedis();
});
afterAll(async () => {
  await redis?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const onPostgres = () => openPostgresJobs({ connectionString: database.url, clock, log: silentLog() });
const onRedis = () => openRedisJobs({ redisUrl: redis!.url, db: database.knex, clock, log: silentLog() });
const until = (expectation: () => unknown) => vi.waitFor(expectation, { interval: 30 });

describe.each<[string, () => Promise<OperableJobs>, () => Record<string, string>]>([
  ['PostgreSQL', onPostgres, () => ({})],
  ...(redisIsInstalled
    ? ([['Redis', onRedis, () => ({ REDIS_URL: redis!.url })]] satisfies [string, unknown, unknown][])
    : []),
])('dead jobs on %s', (_name, open, more) => {
  /** Runs the operator program next to the marketplace. */
  const operate = (...words: string[]) =>
    runProgram('deadJobs', words, { DATABASE_URL: database.url, DATA_DIR: dataDir, ...more() });

  test('are listed without their data and restart with all attempts', async () => {
    const jobs = await open();
    let broken = true;
    const done: string[] = [];
    let attempts = 0;
    jobs.work(
      'refunds',
      async ({ id }) => {
        attempts++;
        if (broken) throw new Error('the provider says no');
        done.push(id);
      },
      { attempts: 2, backoffMs: 1 },
    );
    const ids = ['refund.one', 'refund.two'];
    await jobs.add(ids.map((id) => ({ queue: 'refunds', id, data: { name: 'Ada Buyer' } })));
    await until(async () => expect(await jobs.dead(['refunds'])).toHaveLength(2));
    expect(attempts).toBe(4);

    const listed = await operate('dead');
    expect(listed.output).toMatch(/refunds refund\.one {2}2 attempts, the last: .*the provider says no/);
    expect(listed.output).toMatch(/2 dead jobs\.$/m);
    expect(listed.output).not.toContain('Ada');

    broken = false;
    expect(await operate('retry', 'refunds', 'refund.one')).toMatchObject({ code: 0 });
    await until(() => expect(done).toEqual(['refund.one']));
    expect((await jobs.dead(['refunds'])).map(({ id }) => id)).toEqual(['refund.two']);
    expect((await operate('retry', 'all')).output).toContain('refund.two  begins again');
    await until(() => expect(done).toEqual(ids));
    await until(async () => expect(await jobs.dead(['refunds'])).toEqual([]));

    expect(await operate('retry', 'refunds', 'refund.one')).toEqual({
      code: 1,
      output: 'no dead job refund.one in refunds\n',
    });
    await jobs.close();
  });
});

test('prints its usage for unknown arguments', async () => {
  const { code, output } = await runProgram('deadJobs', ['revive'], { DATABASE_URL: database.url, DATA_DIR: dataDir });
  expect(code).toBe(2);
  expect(output).toContain('npm run jobs -- dead');
});

test.runIf(redisIsInstalled)(
  'restarts a dead job of a Redis that was flushed since',
  async () => {
    const jobs = await onRedis();
    const done: string[] = [];
    let broken = true;
    const handle = async ({ id }: { id: string }) => {
      if (broken) throw new Error('no');
      done.push(id);
    };
    jobs.work('payouts', handle, { attempts: 1 });
    await jobs.add([{ queue: 'payouts', id: 'payout.lost', data: {} }]);
    await until(async () => expect(await jobs.dead(['payouts'])).toHaveLength(1));
    await redis!.empty();
    expect(await jobs.dead(['payouts'])).toEqual([
      { queue: 'payouts', id: 'payout.lost', attempts: 0, reason: 'the queue was lost since' },
    ]);
    broken = false;
    expect(await jobs.retry('payouts', 'payout.lost')).toBe(true);
    await until(() => expect(done).toEqual(['payout.lost']));
    expect(await jobs.retry('payouts', 'unknown')).toBe(false);
    await jobs.close();
  },
  40_000,
);
