import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateAll } from '#infrastructure/composition/migrations.ts';
import { openPostgresEventStore } from '#infrastructure/eventStores/postgresEventStore.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { answers, readPidFile } from '#infrastructure/postgres/embedded/server.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#infrastructure/postgres/embeddedPostgres.ts';
import { newEvent, newStream } from './eventStoreContract.ts';
import { follow, gapsIn, key } from './following.ts';

/** Its own server with production settings: the shared one must not be restarted. */
const dataDir = mkdtempSync(join(tmpdir(), 'reliquary-durability-'));
// When root runs the tests, the server account must be able to enter.
chmodSync(dataDir, 0o755);
let server: EmbeddedPostgres;

beforeAll(async () => {
  server = await startEmbeddedPostgres({ dataDir });
  const db = connect(server.url);
  await migrateAll(db).finally(() => db.destroy());
});
afterAll(async () => {
  const running = await startEmbeddedPostgres({ dataDir });
  await running.stop({ evenIfUsed: true });
  rmSync(dataDir, { recursive: true, force: true });
});

type Writers = { process: ChildProcess; acknowledged: string[]; ended: Promise<void> };

const startWriters = (writers: number, appends: number): Writers => {
  const script = fileURLToPath(new URL('writerProcess.ts', import.meta.url));
  const args = ['--import', 'tsx', '--conditions=source', script, server.url, String(writers), String(appends)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const acknowledged: string[] = [];
  const lines = createInterface({ input: child.stdout! });
  lines.on('line', (line) => {
    // A line cut off by the kill has no complete position.
    if (/ \d{20}$/.test(line)) acknowledged.push(line);
  });
  return { process: child, acknowledged, ended: new Promise((resolve) => lines.once('close', resolve)) };
};

test('loses, duplicates and reorders none of 50,000 appends by 30 writers in two processes, one of them killed', async () => {
  const store = openPostgresEventStore({ connectionString: server.url });
  const reader = follow(store);
  const steady = startWriters(15, 1_700);
  const killed = startWriters(15, 1_000_000);
  await expect.poll(() => killed.acknowledged.length, { interval: 5 }).toBeGreaterThan(8_000);
  killed.process.kill('SIGKILL');
  await killed.ended;
  const missing = 50_000 - 15 * 1_700 - killed.acknowledged.length;
  const replacing = startWriters(15, Math.max(1, Math.ceil(missing / 15)));
  await Promise.all([steady.ended, replacing.ended]);
  const acknowledged = [...steady.acknowledged, ...killed.acknowledged, ...replacing.acknowledged];
  expect(acknowledged.length).toBeGreaterThanOrEqual(50_000);

  const head = await store.head();
  await expect.poll(() => reader.events.at(-1)?.position).toBe(head);
  await reader.end();

  const delivered = new Set(reader.events.map(key));
  expect(acknowledged.filter((line) => !delivered.has(line))).toEqual([]);
  expect(reader.outOfOrder()).toBe(0);
  expect(new Set(reader.events.map(({ id }) => id)).size).toBe(reader.events.length);
  expect(gapsIn(reader.events)).toBe(0);
  await store.close();
});

const killServer = async (): Promise<void> => {
  const { pid, port } = readPidFile(join(dataDir, 'cluster'))!;
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => answers(port), { interval: 5 }).toBe(false);
  server = await startEmbeddedPostgres({ dataDir });
};

test.each([
  ['restarted', () => server.restart()],
  ['killed and started again', killServer],
])('appends and subscription recover when the database is %s under load', async (_, interrupt) => {
  const store = openPostgresEventStore({ connectionString: server.url, patienceMs: 20_000 });
  const reader = follow(store);
  const acknowledged: string[] = [];
  let enough = false;
  const write = async () => {
    const stream = newStream();
    for (let n = 0; !enough; n++) {
      const { revision, position } = await store.append(stream, [newEvent({ n })], n === 0 ? 'none' : n - 1);
      expect(revision).toBe(n);
      acknowledged.push(key({ stream, revision, position }));
    }
  };
  const writers = Promise.all(Array.from({ length: 8 }, write));
  await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(300);
  await interrupt();
  const before = acknowledged.length;
  await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(before + 300);
  enough = true;
  await writers;

  const head = await store.head();
  await expect.poll(() => reader.events.at(-1)?.position).toBe(head);
  await reader.end();
  const delivered = new Set(reader.events.map(key));
  expect(acknowledged.filter((line) => !delivered.has(line))).toEqual([]);
  expect(reader.outOfOrder()).toBe(0);
  expect(gapsIn(reader.events)).toBe(0);
  await store.close();
});

test('reports an unreachable store after its retry time, for appends and reads', async () => {
  const nowhere = openPostgresEventStore({ connectionString: 'postgresql://x:y@127.0.0.1:1/z', patienceMs: 100 });
  await expect(nowhere.append(newStream(), [newEvent()], 'none')).rejects.toMatchObject({
    name: 'EventStoreUnavailable',
  });
  await expect(nowhere.readStream(newStream())).rejects.toMatchObject({ name: 'EventStoreUnavailable' });
  await nowhere.close();
});
