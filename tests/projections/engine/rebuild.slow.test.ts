import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningReadModels, runReadModels } from '#infrastructure/composition/readModels.ts';
import { openAdvisoryLock } from '#infrastructure/postgres/advisoryLock.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { openLeases } from '#infrastructure/postgres/leases.ts';
import { rebuild as rebuildOne } from '#projections/engine/rebuild.ts';
import { verifyReadModel } from '#projections/engine/verify.ts';
import { createDatabase } from '#tests/support/postgres.ts';
import { countingProjection } from '../countingProjection.ts';
import { published } from '../given.ts';
import { type Harness, keepingLog, newId, openHarness, until } from '../harness.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let harness: Harness;
let running: RunningReadModels[] = [];
let leases: ReturnType<typeof openLeases>;
const log = keepingLog();

beforeEach(async () => {
  database = await createDatabase();
  harness = openHarness(database.url, connect(database.url));
  leases = openLeases({ connectionString: database.url, log });
});

afterEach(async () => {
  for (const runner of running) await runner.stop();
  running = [];
  await leases.close();
  await harness.close();
  await harness.db.destroy();
  await database.drop();
});

const run = async (projection: ReturnType<typeof countingProjection>) => {
  const { store, codec, db, quarantine, releases, verify } = harness;
  const connectionString = database.url;
  const runner = await runReadModels({
    store,
    codec,
    db,
    connectionString,
    projections: [projection],
    leases,
    quarantine,
    releases,
    verify,
    log,
  });
  running.push(runner);
  return runner;
};
const rebuild = (projection: ReturnType<typeof countingProjection>, batchSize = 1_000) =>
  rebuildOne({ ...harness, projection, exclusively: openAdvisoryLock(harness.db, 'builds'), log, batchSize });
const verify = (projection: ReturnType<typeof countingProjection>) =>
  verifyReadModel({ ...harness, projection, exclusively: openAdvisoryLock(harness.db, 'builds'), batchSize: 20 });
const publish = (title: string) => harness.append(`listing-${newId()}`, published({ title }));
const counted = async (): Promise<Record<string, number>> => {
  const rows = await harness.db.withSchema('read_one').table('counts').orderBy('title');
  return Object.fromEntries(rows.map(({ title, n }) => [title, n]));
};

test('repairs a damaged read model, which then continues', async () => {
  const runner = await run(countingProjection('one'));
  await publish('a');
  await runner.waitFor(await publish('b'), 30_000);
  await harness.db.withSchema('read_one').table('counts').update({ n: 99 });
  await rebuild(countingProjection('one'));
  expect(await counted()).toEqual({ a: 1, b: 1 });
  expect(await runner.waitFor(await publish('c'), 30_000)).toBe(true);
  expect(await counted()).toEqual({ a: 1, b: 1, c: 1 });
  const { rows } = await harness.db.raw("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'read_one%'");
  expect(rows).toEqual([{ nspname: 'read_one' }]);
});

test('counts each event once while readers and writers continue during a rebuild', async () => {
  const runner = await run(countingProjection('one'));
  for (let n = 0; n < 60; n++) await publish(`t${String(n).padStart(3, '0')}`);
  let done = false;
  let smallest = Number.POSITIVE_INFINITY;
  let reads = 0;
  const before = await publish('t999');
  await runner.waitFor(before, 30_000);
  const reading = (async () => {
    while (!done) {
      smallest = Math.min(smallest, Object.keys(await counted()).length);
      reads++;
    }
  })();
  const writing = (async () => {
    for (let n = 60; n < 160; n++) await publish(`t${String(n).padStart(3, '0')}`);
  })();
  for (let round = 0; round < 4; round++) await rebuild(countingProjection('one'), 20);
  await writing;
  expect(await runner.waitFor(await publish('last'), 30_000)).toBe(true);
  done = true;
  await reading;
  const counts = await counted();
  expect(Object.keys(counts)).toHaveLength(162);
  expect(new Set(Object.values(counts))).toEqual(new Set([1]));
  expect(smallest).toBeGreaterThanOrEqual(61);
  expect(reads).toBeGreaterThan(4);
});

test('builds a higher version beside the old one and swaps it in', async () => {
  const first = await run(countingProjection('one'));
  await first.waitFor(await publish('a'), 30_000);
  await first.stop();
  running = [];
  const second = await run(countingProjection('one', { version: 2, step: 10 }));
  await until(async () => (await second.lag())[0]!.version === 2, 'version 2');
  expect(await second.waitFor(await publish('b'), 30_000)).toBe(true);
  expect(await counted()).toEqual({ a: 10, b: 10 });
  expect(await second.lag()).toEqual([{ name: 'one', version: 2, behind: 0, stopped: null, building: false }]);
});

test('keeps the old tables live if a rebuild fails at too many streams', async () => {
  const runner = await run(countingProjection('one'));
  const titles = ['a', 'b', 'c', 'd', 'e', 'f'];
  // the rebuild quarantines streams, which the live model would then skip
  for (const title of titles) await runner.waitFor(await publish(title), 30_000);
  const broken = countingProjection('one', { failsOn: new Set(titles) });
  await expect(rebuild(broken)).rejects.toThrow('f cannot be counted');
  expect(await runner.waitFor(await publish('g'), 30_000)).toBe(true);
  expect(await counted()).toEqual({ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 });
});

test('runs two concurrent rebuilds one after the other', async () => {
  const runner = await run(countingProjection('one'));
  await runner.waitFor(await publish('a'), 30_000);
  await Promise.all([1, 2].map(() => rebuild(countingProjection('one'))));
  expect(await counted()).toEqual({ a: 1 });
});

describe('verification', () => {
  const table = () => harness.db.withSchema('read_one').table('counts');

  test('names rows changed, added or deleted by hand, without their values', async () => {
    const runner = await run(countingProjection('one'));
    for (const title of ['a', 'b']) await publish(title);
    await runner.waitFor(await publish('c'), 30_000);
    expect(await verify(countingProjection('one'))).toMatchObject({ tables: 1, rows: 3, differing: [], passedBy: 0 });

    await table().where({ title: 'a' }).update({ n: 99 });
    await table().where({ title: 'b' }).delete();
    await table().insert({ title: 'd', n: 1 });
    const { differing } = await verify(countingProjection('one'));
    expect(differing).toEqual([
      { table: 'counts', key: '["a"]', kind: 'differs', columns: ['n'] },
      { table: 'counts', key: '["b"]', kind: 'missing', columns: [] },
      { table: 'counts', key: '["d"]', kind: 'surplus', columns: [] },
    ]);
    expect(await counted()).toEqual({ a: 99, c: 1, d: 1 });

    await rebuild(countingProjection('one'));
    expect((await verify(countingProjection('one'))).differing).toEqual([]);
    expect((await verify(countingProjection('one', { step: 2 }))).differing).not.toEqual([]);
    const { rows } = await harness.db.raw("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'read_one%'");
    expect(rows).toEqual([{ nspname: 'read_one' }]);
  });

  test('reports no false difference while new events arrive', async () => {
    const runner = await run(countingProjection('one'));
    await runner.waitFor(await publish('first'), 30_000);
    let done = false;
    const writing = (async () => {
      for (let n = 0; !done; n++) await publish(`t${n}`);
    })();
    for (let round = 0; round < 4; round++) expect((await verify(countingProjection('one'))).differing).toEqual([]);
    done = true;
    await writing;
    expect(await runner.waitFor(await publish('last'), 30_000)).toBe(true);
    expect(new Set(Object.values(await counted()))).toEqual(new Set([1]));
  });

  test('refuses tables that another release built', async () => {
    await (await run(countingProjection('one'))).waitFor(await publish('a'), 30_000);
    await expect(verify(countingProjection('one', { version: 2 }))).rejects.toThrow(
      'one is live in version 1, and this release builds version 2',
    );
  });
});
