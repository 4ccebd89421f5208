import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { answers, freePort, readPidFile } from '#infrastructure/postgres/embedded/server.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#infrastructure/postgres/embeddedPostgres.ts';

let base: string;
let dataDir: string;
let count = 0;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'reliquary-embedded-'));
  chmodSync(base, 0o755);
  dataDir = join(base, 'postgres');
});
afterEach(async () => {
  const server = await startEmbeddedPostgres({ dataDir });
  await server.stop({ evenIfUsed: true });
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const ask = async (url: string, question: string): Promise<unknown> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return Object.values((await client.query(question)).rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
};
const runs = async (): Promise<boolean> => {
  const server = readPidFile(join(dataDir, 'cluster'));
  return server !== undefined && answers(server.port);
};

test('two starters at once on an empty folder share one server', async () => {
  const [one, two] = await Promise.all([startEmbeddedPostgres({ dataDir }), startEmbeddedPostgres({ dataDir })]);
  expect(new URL(one.url).port).toBe(new URL(two.url).port);
  expect([one.adopted, two.adopted].sort()).toEqual([false, true]);
  expect(await ask(two.url, 'SELECT 1 + 1')).toBe(2);
  expect(readdirSync(dataDir).sort()).toEqual(['cluster', 'password']);
});

test('only its owner can read its password and its files', async () => {
  await startEmbeddedPostgres({ dataDir });
  expect(statSync(join(dataDir, 'password')).mode & 0o077).toBe(0);
  expect(statSync(join(dataDir, 'cluster')).mode & 0o077).toBe(0);
});

test('an acknowledged commit is on the disk', async () => {
  const { url } = await startEmbeddedPostgres({ dataDir });
  expect(await ask(url, 'SHOW fsync')).toBe('on');
  expect(await ask(url, 'SHOW synchronous_commit')).toBe('on');
  expect(await ask(url, 'SHOW full_page_writes')).toBe('on');
});

test('what was stored is there after a stop and after the server was killed', async () => {
  const first = await startEmbeddedPostgres({ dataDir });
  const table = `kept_${++count}`;
  await ask(first.url, `CREATE TABLE ${table} AS SELECT 42 AS n`);
  await first.stop();
  expect(await runs()).toBe(false);

  const second = await startEmbeddedPostgres({ dataDir });
  expect(second.adopted).toBe(false);
  expect(await ask(second.url, `SELECT n FROM ${table}`)).toBe(42);
  process.kill(readPidFile(join(dataDir, 'cluster'))!.pid, 'SIGKILL');
  await expect.poll(runs, { interval: 5 }).toBe(false);

  const third = await startEmbeddedPostgres({ dataDir });
  expect(new URL(third.url).port).toBe(new URL(second.url).port);
  expect(await ask(third.url, `SELECT n FROM ${table}`)).toBe(42);
});

test('a server that outlived its starter is taken over', async () => {
  await startEmbeddedPostgres({ dataDir });
  const again = await startEmbeddedPostgres({ dataDir });
  expect(again.adopted).toBe(true);
  expect(await ask(again.url, 'SELECT 1')).toBe(1);
});

test('it is stopped by the last process that uses it', async () => {
  const server = await startEmbeddedPostgres({ dataDir });
  const elsewhere = new URL(server.url);
  elsewhere.searchParams.set('application_name', 'reliquary-of-another-process');
  const client = new Client({ connectionString: elsewhere.href });
  await client.connect();
  await server.stop();
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await client.end();
  await expect
    .poll(async () => {
      await server.stop();
      return runs();
    })
    .toBe(false);
});

test('restarting keeps the port', async () => {
  const server = await startEmbeddedPostgres({ dataDir });
  await server.restart();
  expect(await ask(server.url, 'SELECT 1')).toBe(1);
});

test('the number of a killed server that another program carries now does not stop the start', async () => {
  const server = await startEmbeddedPostgres({ dataDir });
  await server.stop();
  const stale = [process.pid, join(dataDir, 'cluster'), 1, await freePort(), '', '127.0.0.1', '', 'ready'].join('\n');
  writeFileSync(join(dataDir, 'cluster', 'postmaster.pid'), stale);
  const again = await startEmbeddedPostgres({ dataDir });
  expect(await ask(again.url, 'SELECT 1')).toBe(1);
});

test('a first start that was killed in the middle leaves nothing behind', async () => {
  mkdirSync(join(dataDir, 'cluster.init-999999999-abc', 'files'), { recursive: true });
  const server: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir });
  await server.stop();
  rmSync(join(dataDir, 'cluster'), { recursive: true });
  await startEmbeddedPostgres({ dataDir });
  expect(readdirSync(dataDir).sort()).toEqual(['cluster', 'password']);
});

test('a data folder that cannot be written is one clear error', async () => {
  writeFileSync(join(base, 'file'), '');
  const impossible = join(base, 'file', 'data');
  await expect(startEmbeddedPostgres({ dataDir: impossible })).rejects.toThrow(
    `cannot write to the data folder ${impossible}`,
  );
});
