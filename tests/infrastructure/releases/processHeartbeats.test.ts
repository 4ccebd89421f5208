import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Release } from '#application/ports/eventCodec.ts';
import { listProcesses, pinVersions, unpinVersions } from '#infrastructure/releases/pinnedRelease.ts';
import { openProcessHeartbeats } from '#infrastructure/releases/processHeartbeats.ts';
import { runProgram } from '#tests/support/commandLine.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const database = useDatabase();
const OLDER: Release = { reads: { Named: 1, Gone: 1 }, readModels: { sales: 4 } };
const NEWER: Release = { reads: { Named: 2, Gone: 1, Born: 1 }, readModels: { sales: 5 } };
/** Fast, so that tests need not wait. */
const BEAT = { beatMs: 20, freshMs: 60 };

beforeEach(async () => {
  await database.knex('living_processes').delete();
});

const begin = async (release: Release, beats = BEAT) => {
  const log = silentLog();
  const process = openProcessHeartbeats({ db: database.knex, release, ...beats });
  const began = performance.now();
  await process.announce(log);
  onTestFinished(process.leave);
  return { ...process, log, tookMs: performance.now() - began };
};
const becomes = (ask: () => Promise<unknown>, value: unknown) => expect.poll(ask, { interval: 5 }).toEqual(value);

test('a single process writes everything it reads', async () => {
  const newer = await begin(NEWER);
  expect(await newer.readByAll()).toEqual(NEWER.reads);
});

test('only an older process’s versions are written while it runs, and the newest afterwards', async () => {
  const older = await begin(OLDER);
  const newer = await begin(NEWER);
  expect(await newer.readByAll()).toEqual({ Named: 1, Gone: 1 });
  await older.leave();
  await becomes(newer.readByAll, NEWER.reads);
});

test('a killed process counts for fifteen more seconds', async () => {
  const newer = await begin(NEWER);
  const killed = { process: 'killed', print: 'x', reads: OLDER.reads, read_models: OLDER.readModels };
  const seen = (seconds: number) => database.knex.raw(`now() - make_interval(secs => ${seconds})`);
  await database.knex('living_processes').insert({ ...killed, seen_at: seen(10) });
  await becomes(newer.readByAll, { Named: 1, Gone: 1 });
  await database
    .knex('living_processes')
    .where({ process: 'killed' })
    .update({ seen_at: seen(16) });
  await becomes(newer.readByAll, NEWER.reads);
  await database
    .knex('living_processes')
    .where({ process: 'killed' })
    .update({ seen_at: seen(601) });
  await becomes(() => database.knex('living_processes').where({ process: 'killed' }), []);
});

test('an older process that starts waits until newer ones have noticed it', async () => {
  const newer = await begin(NEWER);
  const older = await begin(OLDER);
  expect(older.tookMs).toBeGreaterThanOrEqual(BEAT.freshMs);
  expect(older.log.lines).toMatchObject([{ details: { unread: ['Born', 'Named'] } }]);
  expect(await newer.readByAll()).toEqual({ Named: 1, Gone: 1 });
  const next = await begin(OLDER);
  await older.leave();
  expect(await newer.readByAll()).toEqual({ Named: 1, Gone: 1 });
  await next.leave();
});

test('a process that was frozen refreshes its view before it writes', async () => {
  const newer = await begin(NEWER, { beatMs: 60_000, freshMs: 50 });
  expect(await newer.readByAll()).toEqual(NEWER.reads);
  await begin(OLDER);
  await becomes(newer.readByAll, { Named: 1, Gone: 1 });
});

test('reports whether a process knows a newer version of a read model', async () => {
  const older = await begin(OLDER);
  expect(await older.knowNewer('sales', 4)).toBe(false);
  const newer = await begin(NEWER);
  await becomes(() => older.knowNewer('sales', 4), true);
  await newer.leave();
  await becomes(() => older.knowNewer('sales', 4), false);
});

test('the operator program lists processes and pins versions', async () => {
  const older = await begin(OLDER);
  const dataDir = mkdtempSync(join(tmpdir(), 'reliquary-releases-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const variables = { DATABASE_URL: database.url, DATA_DIR: dataDir };
  const { code, output } = await runProgram('releases', ['hold'], variables);
  expect([code, output.split('\n')]).toEqual([
    0,
    [
      'Nothing newer is written than what every process reads now.',
      expect.stringMatching(/^\w{32} {2}release \w{16}, seen \d s ago$/),
      'held',
      '',
    ],
  ]);
  await older.leave();
  expect(await database.knex('living_processes').pluck('reads')).toEqual([OLDER.reads]);
});

test('operators pin what all processes read now until they free it', async () => {
  const older = await begin(OLDER);
  await pinVersions(database.knex, NEWER);
  const newer = await begin(NEWER);
  await older.leave();
  await becomes(
    async () => (await listProcesses(database.knex)).map(({ held, lacks }) => ({ held, lacks })),
    [
      { held: false, lacks: [] },
      { held: true, lacks: ['Born 1', 'Named 2'] },
    ],
  );
  expect(await newer.readByAll()).toEqual({ Named: 1, Gone: 1 });
  expect(newer.log.lines).toMatchObject([{ level: 'warn', message: expect.stringContaining('are pinned') }]);
  await unpinVersions(database.knex);
  await becomes(newer.readByAll, NEWER.reads);
});
