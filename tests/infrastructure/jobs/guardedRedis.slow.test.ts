import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRedisJobs } from '#infrastructure/jobs/redisJobs.ts';
import { makeCertificates } from '#tests/support/certificates.ts';
import { runProgram } from '#tests/support/commandLine.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { redisIsInstalled, startRedis } from '#tests/support/redis.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const database = useDatabase();
const folder = mkdtempSync(join(tmpdir(), 'reliquary-redis-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.runIf(redisIsInstalled)('a Redis with password and TLS', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let authority: string;
  beforeAll(async () => {
    const certificates = makeCertificates(folder);
    authority = certificates.authority;
    redis = await startRedis({ password: 'once-upon-a-time', certificates });
  });
  afterAll(() => redis?.stop());

  /** In its own process: Node reads CAs at start. */
  const operate = (REDIS_URL: string) =>
    runProgram('deadJobs', ['dead'], {
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, 'data'),
      NODE_EXTRA_CA_CERTS: authority,
      REDIS_URL,
    });

  test('is used over TLS once its authority is trusted', async () => {
    expect(await operate(redis.tlsUrl)).toEqual({ code: 0, output: '0 dead jobs.\n' });
    const other = redis.tlsUrl.replace('127.0.0.1', 'localhost');
    // both handshake errors must be reported and neither may end the process
    for (let again = 0; again < 3; again++)
      expect((await operate(other)).output).toMatch(/shows a certificate for another name than this\n$/);
  });

  test.each<[string, () => string, RegExp]>([
    ['a wrong password', () => redis.url.replace('once-upon', 'never-upon'), /refuses this name and password$/],
    ['no password', () => redis.url.replace(/\/\/.*@/, '//'), /refuses this name and password$/],
    ['no such database', () => `${redis.url}/99`, /has no such database$/],
    ['an unknown authority', () => redis.tlsUrl, /not trusted \(NODE_EXTRA_CA_CERTS\)$/],
    ['TLS on a port without it', () => redis.url.replace('redis:', 'rediss:'), /speaks no TLS \(redis:\/\/\)$/],
    ['no TLS on a port with it', () => redis.tlsUrl.replace('rediss:', 'redis:'), /TLS only \(rediss:\/\/\)$/],
    ['nobody there', () => 'redis://127.0.0.1:1', /cannot be reached$/],
  ])('fails with one line that does not show the password: %s', async (_what, url, expected) => {
    const clock = { now: () => Date.now() };
    const opening = openRedisJobs({ redisUrl: url(), db: database.knex, clock, log: silentLog() });
    const said = await opening.then(
      async (jobs) => jobs.close(),
      (error: Error) => error.message,
    );
    expect(said).toMatch(/^Redis at \S+ \(REDIS_URL\) /);
    expect(said).toMatch(expected);
    expect(said).not.toContain('upon');
  });
});
