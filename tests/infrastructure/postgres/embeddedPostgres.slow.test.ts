import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openStorage } from '#infrastructure/composition/storage.ts';
import { openMetrics } from '#infrastructure/observability/metrics.ts';
import { answers, freePort, readPidFile } from '#infrastructure/postgres/embedded/server.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#infrastructure/postgres/embeddedPostgres.ts';
import { readConfig } from '#infrastructure/settings/config.ts';
import { eventually } from '#tests/support/marketplace.ts';

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

test('two concurrent starters on an empty folder share one server', async () => {
  const [one, two] = await Promise.all([startEmbeddedPostgres({ dataDir }), startEmbeddedPostgres({ dataDir })]);
  expect(new URL(one.url).port).toBe(new URL(two.url).port);
  expect([one.adopted, two.adopted].sort()).toEqual([false, true]);
  expect(await ask(two.url, 'SELECT 1 + 1')).toBe(2);
  expect(readdirSync(dataDir).sort()).toEqual(['cluster', 'password']);
});

test('only the owner can read its password and files', async () => {
  await startEmbeddedPostgres({ dataDir });
  expect(statSync(join(dataDir, 'password')).mode & 0o077).toBe(0);
  expect(statSync(join(dataDir, 'cluster')).mode & 0o077).toBe(0);
});

test('an acknowledged commit is on disk', async () => {
  const { url } = await startEmbeddedPostgres({ dataDir });
  expect(await ask(url, 'SHOW fsync')).toBe('on');
  expect(await ask(url, 'SHOW synchronous_commit')).toBe('on');
  expect(await ask(url, 'SHOW full_page_writes')).toBe('on');
});

test('data survives a stop and a kill of the server', async () => {
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

test('the last process that uses it stops it', async () => {
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

test('of two processes that leave together, the last one stops it', async () => {
  const { url } = await startEmbeddedPostgres({ dataDir });
  // both have asked and neither has left yet
  const other = new URL(url);
  other.searchParams.set('application_name', 'reliquary-of-another-process-leaving');
  const leaving = new Client({ connectionString: other.href });
  const cut: unknown[] = [];
  leaving.on('error', (error) => cut.push(error));
  await leaving.connect();
  const server = await startEmbeddedPostgres({ dataDir });
  await Promise.all([server.stop(), server.stop()]);
  expect(await runs()).toBe(false);
  await expect.poll(() => cut.length).toBeGreaterThan(0);
});

test('a failed start of the marketplace leaves no server behind', async () => {
  const server = await startEmbeddedPostgres({ dataDir });
  await ask(server.url, 'CREATE TABLE subject_keys (in_the_way int)');
  await server.stop();
  const opening = openStorage(readConfig({ DATA_DIR: base }), openMetrics(), () => undefined);
  await expect(opening).rejects.toThrow(/subject_keys/);
  expect(await runs()).toBe(false);
});

test('a restart keeps the port', async () => {
  const server = await startEmbeddedPostgres({ dataDir });
  await server.restart();
  expect(await ask(server.url, 'SELECT 1')).toBe(1);
});

const killed = () => process.kill(readPidFile(join(dataDir, 'cluster'))!.pid, 'SIGKILL');

test('a dead server is restarted on its port, and given up after some failures', async () => {
  const server = await startEmbeddedPostgres({ dataDir });
  const told: string[] = [];
  const lost = new Promise<Error>((resolve) => {
    server.watch({ lost: resolve, told: (line) => told.push(line), everyMs: 50, failures: 2, backOff: 50 });
  });
  await ask(server.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  killed();
  await eventually(async () => (await ask(server.url, 'SELECT answer FROM kept')) === 42);

  const settings = join(dataDir, 'cluster', 'postgresql.auto.conf');
  writeFileSync(settings, 'nonsense = on\n');
  killed();
  expect(String(await lost)).toContain('did not start');
  expect(told.filter((line) => line.includes('did not start, '))).toHaveLength(2);
  writeFileSync(settings, '');
  await ask((await startEmbeddedPostgres({ dataDir })).url, 'DROP TABLE kept');
});

test('a reused pid of a killed server does not block the start', async () => {
  const server = await startEmbeddedPostgres({ dataDir });
  await server.stop();
  const stale = [process.pid, join(dataDir, 'cluster'), 1, await freePort(), '', '127.0.0.1', '', 'ready'].join('\n');
  writeFileSync(join(dataDir, 'cluster', 'postmaster.pid'), stale);
  const again = await startEmbeddedPostgres({ dataDir });
  expect(await ask(again.url, 'SELECT 1')).toBe(1);
});

describe('a copy of a running server’s folder', () => {
  let copy: string;
  const clusterOfCopy = () => join(copy, 'cluster');
  const copied = (...left: string[]): void => {
    copy = mkdtempSync(join(base, 'copy-'));
    // `cp -a` keeps owners and modes
    execFileSync('cp', ['-a', `${dataDir}/.`, copy]);
    chmodSync(copy, 0o755);
    for (const name of left) rmSync(join(clusterOfCopy(), name), { recursive: true });
  };
  afterEach(() => rmSync(copy, { recursive: true, force: true }));

  test('starts its own server and leaves the original alone', async () => {
    const original = await startEmbeddedPostgres({ dataDir });
    await ask(original.url, 'CREATE TABLE of_both AS SELECT 1 AS n');
    await ask(original.url, 'CHECKPOINT');
    copied();
    const second = await startEmbeddedPostgres({ dataDir: copy });
    try {
      expect(second.adopted).toBe(false);
      expect(await ask(second.url, "SELECT current_setting('data_directory')")).toBe(clusterOfCopy());
      await ask(second.url, 'UPDATE of_both SET n = 2');
      expect(await ask(original.url, 'SELECT n FROM of_both')).toBe(1);
    } finally {
      await second.stop({ evenIfUsed: true });
      await ask(original.url, 'DROP TABLE of_both');
    }
    expect(await runs()).toBe(true);
  });

  test('reports missing files instead of starting', async () => {
    const original = await startEmbeddedPostgres({ dataDir });
    copied('base', 'pg_wal');
    await expect(startEmbeddedPostgres({ dataDir: copy })).rejects.toThrow(
      `the database in ${clusterOfCopy()} is not complete: base, pg_wal is missing; restore a backup`,
    );
    expect(await ask(original.url, 'SELECT 1')).toBe(1);
  });

  test('does not start with an empty database if its cluster is missing', async () => {
    await startEmbeddedPostgres({ dataDir });
    copied();
    rmSync(clusterOfCopy(), { recursive: true });
    await expect(startEmbeddedPostgres({ dataDir: copy })).rejects.toThrow(
      `the database of ${copy} is missing: there is none in ${clusterOfCopy()}; restore a backup`,
    );
    expect(readdirSync(copy)).toEqual(['password']);
  });

  test('does not open the original’s database in its place either', async () => {
    await startEmbeddedPostgres({ dataDir });
    copied();
    const moved = `${dataDir}-moved`;
    renameSync(dataDir, moved);
    renameSync(copy, dataDir);
    try {
      const second = await startEmbeddedPostgres({ dataDir });
      expect(second.adopted).toBe(false);
      await second.stop({ evenIfUsed: true });
      // the original still runs in the moved folder
      await expect(startEmbeddedPostgres({ dataDir: moved })).rejects.toThrow(
        `still runs for ${join(dataDir, 'cluster')}: stop that process first`,
      );
    } finally {
      process.kill(readPidFile(join(moved, 'cluster'))!.pid, 'SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
      renameSync(moved, dataDir);
    }
  });
});

test('an interrupted first start leaves nothing behind', async () => {
  mkdirSync(join(dataDir, 'cluster.init-999999999-abc', 'files'), { recursive: true });
  const server: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir });
  await server.stop();
  rmSync(join(dataDir, 'cluster'), { recursive: true });
  await startEmbeddedPostgres({ dataDir });
  expect(readdirSync(dataDir).sort()).toEqual(['cluster', 'password']);
});

describe.skipIf(process.getuid?.() !== 0)('as root, in a private folder', () => {
  let hidden: string;
  let shared: string;
  let lines: string[];
  beforeAll(() => {
    hidden = mkdtempSync(join(tmpdir(), 'reliquary-hidden-'));
    chmodSync(hidden, 0o700);
    shared = mkdtempSync(join(tmpdir(), 'reliquary-shared-'));
    chmodSync(shared, 0o755);
  });
  afterAll(() => {
    for (const folder of [hidden, shared]) rmSync(folder, { recursive: true, force: true });
  });

  const place = () => join(hidden, 'data', 'postgres');
  const start = () => {
    lines = [];
    return startEmbeddedPostgres({ dataDir: place(), shared: () => shared, log: (line) => lines.push(line) });
  };
  const clusters = () => readdirSync(shared).filter((name) => /^data-[0-9a-f]+$/.test(name));

  test('the database is kept in the shared folder, which the start reports, and found again', async () => {
    const first = await start();
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    expect(lines.at(-1)).toContain(`its files are in ${join(shared, clusters()[0]!)}`);
    await first.stop();
    const second = await start();
    expect(await ask(second.url, 'SELECT n FROM kept')).toBe(42);
    await second.stop();
  });

  test('a database named after its path by the first release stays with its folder', async () => {
    const byPath = createHash('sha256').update(place()).digest('hex').slice(0, 16);
    renameSync(join(shared, clusters()[0]!), join(shared, `data-${byPath}`));
    rmSync(join(place(), 'id'));
    const server = await start();
    expect(await ask(server.url, 'SELECT n FROM kept')).toBe(42);
    await server.stop();
  });

  test('a copy of the data folder does not open the original’s database', async () => {
    const copy = join(hidden, 'copy');
    cpSync(join(hidden, 'data'), copy, { recursive: true });
    const started = startEmbeddedPostgres({ dataDir: join(copy, 'postgres'), shared: () => shared });
    await expect(started).rejects.toThrow(
      `${join(copy, 'postgres')} is a copy of ${place()}, and its database was not copied`,
    );
    // on another machine nothing hints at the original
    const other = mkdtempSync(join(shared, 'other-'));
    chmodSync(other, 0o755);
    const elsewhere = startEmbeddedPostgres({ dataDir: join(copy, 'postgres'), shared: () => other });
    await expect(elsewhere).rejects.toThrow(`the database of ${join(copy, 'postgres')} is missing`);
    rmSync(copy, { recursive: true });
    rmSync(other, { recursive: true });
    const original = await start();
    expect(await ask(original.url, 'SELECT n FROM kept')).toBe(42);
    await original.stop();
  });

  test('a data folder that was made accessible keeps its database', async () => {
    chmodSync(hidden, 0o755);
    const server = await start();
    expect(await ask(server.url, 'SELECT n FROM kept')).toBe(42);
    await server.stop();
    chmodSync(hidden, 0o700);
  });

  test('a data folder that became private with a database in it is reported', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reliquary-closed-'));
    chmodSync(folder, 0o755);
    const begin = () => startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), shared: () => shared });
    await (await begin()).stop();
    chmodSync(folder, 0o700);
    await expect(begin()).rejects.toThrow('may not enter: give the folders above it mode 0711');
    rmSync(folder, { recursive: true });
  });

  test('a recreated data folder gets a new database, and the old one is named and kept', async () => {
    const abandoned = await start();
    const [former] = clusters();
    rmSync(join(hidden, 'data'), { recursive: true });
    const fresh = await start();
    expect(await ask(fresh.url, "SELECT to_regclass('kept')")).toBeNull();
    expect(lines.filter((line) => line.includes(`rm -r ${join(shared, former!)}*`))).toHaveLength(1);
    expect(await ask(abandoned.url, 'SELECT n FROM kept')).toBe(42);
    await fresh.stop();
    await abandoned.stop({ evenIfUsed: true });
  });
});

test('an unwritable data folder is one clear error', async () => {
  writeFileSync(join(base, 'file'), '');
  const impossible = join(base, 'file', 'data');
  await expect(startEmbeddedPostgres({ dataDir: impossible })).rejects.toThrow(
    `cannot write to the data folder ${impossible}`,
  );
});
