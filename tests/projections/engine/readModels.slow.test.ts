import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sleep } from '#application/streams/sleep.ts';
import { eventDefinitions } from '#domain/events.ts';
import { type RunningReadModels, runReadModels } from '#infrastructure/composition/readModels.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import { ADVISORY_LOCKS, openAdvisoryLock } from '#infrastructure/postgres/advisoryLock.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { openLeases, type SharedLeases } from '#infrastructure/postgres/leases.ts';
import { StartFailure } from '#infrastructure/system/startFailure.ts';
import type { Projection } from '#projections/engine/projection.ts';
import { rebuild } from '#projections/engine/rebuild.ts';
import { createDatabase } from '#tests/support/postgres.ts';
import { countingProjection } from '../countingProjection.ts';
import { published } from '../given.ts';
import { type Harness, keepingLog, newId, openHarness, until } from '../harness.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let harness: Harness;
type Worker = RunningReadModels & { end(): Promise<void> };
let running: Worker[] = [];
let log = keepingLog();

beforeEach(async () => {
  database = await createDatabase();
  harness = openHarness(database.url, connect(database.url));
  log = keepingLog();
});

afterEach(async () => {
  for (const runner of running) await runner.end();
  running = [];
  await harness.close();
  await harness.db.destroy();
  await database.drop();
});

const shortly = (_: number, signal: AbortSignal) => sleep(20, signal);

/** One process with its leases. */
const run = async (projections: Projection[], options: Partial<Parameters<typeof runReadModels>[0]> = {}) => {
  const { store, codec, db, quarantine, releases, verify } = harness;
  const connectionString = database.url;
  const leases: SharedLeases = openLeases({ connectionString, log });
  const runner = await runReadModels({
    store,
    codec,
    db,
    connectionString,
    projections,
    leases,
    quarantine,
    releases,
    verify,
    log,
    ...options,
  });
  const end = async () => {
    await runner.stop();
    await leases.close();
  };
  const worker: Worker = { ...runner, end };
  running.push(worker);
  return worker;
};
const publish = (title: string) => harness.append(`listing-${newId()}`, published({ title }));
const counted = async (name: string): Promise<Record<string, number>> => {
  const rows = await harness.db.withSchema(`read_${name}`).table('counts').orderBy('title');
  return Object.fromEntries(rows.map(({ title, n }) => [title, n]));
};

describe('read models', () => {
  test('contains events from before and after the start once a reader has waited for their position', async () => {
    await publish('before');
    const runner = await run([countingProjection('one'), countingProjection('other')]);
    const position = await publish('after');
    expect(await runner.waitFor(position, 30_000)).toBe(true);
    expect(await counted('one')).toEqual({ before: 1, after: 1 });
    expect(await counted('other')).toEqual({ before: 1, after: 1 });
  });

  test('stops waiting for an unwritten position at the timeout', async () => {
    const runner = await run([countingProjection('one')]);
    const began = Date.now();
    expect(await runner.waitFor('9'.repeat(20), 60)).toBe(false);
    expect(Date.now() - began).toBeLessThan(10_000);
  });

  test('lag is the number of missing events per model', async () => {
    const runner = await run([countingProjection('one')]);
    await runner.waitFor(await publish('first'), 30_000);
    expect(await runner.lag()).toEqual([{ name: 'one', version: 1, behind: 0, stopped: null, building: false }]);
  });

  test('counts each event once after a stop and a start', async () => {
    for (let n = 0; n < 40; n++) await publish(`t${n}`);
    let batches = 0;
    const first = await run([countingProjection('one')], { batchSize: 3, onBatch: () => void batches++ });
    await until(() => batches >= 2, 'two batches');
    await first.end();
    const second = await run([countingProjection('one')], { batchSize: 7 });
    expect(await second.waitFor(await publish('last'), 30_000)).toBe(true);
    const counts = await counted('one');
    expect(Object.keys(counts)).toHaveLength(41);
    expect(new Set(Object.values(counts))).toEqual(new Set([1]));
  });
});

/** More failures than bad events explain, so the read model is at fault. */
const POISONS = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'];

describe('a read model that fails at every event', () => {
  test('stops before the event with an alarm, while the others continue', async () => {
    const alarms: string[][] = [];
    const failing = new Set(POISONS);
    const runner = await run([countingProjection('good'), countingProjection('bad', { failsOn: failing })], {
      onStopped: (...alarm) => void alarms.push(alarm),
    });
    for (const title of ['a', ...POISONS]) await publish(title);
    await until(() => alarms.length === 1, 'the alarm');
    const position = await publish('z');
    expect(await runner.waitFor(position, 30_000)).toBe(true);
    expect(await counted('good')).toMatchObject({ a: 1, p6: 1, z: 1 });
    expect(await counted('bad')).toEqual({ a: 1 });
    expect(alarms[0]![0]).toBe('bad');
    expect(log.said.filter(({ level }) => level === 'error')).toMatchObject([
      { details: { projection: 'bad', type: 'ListingPublished' } },
    ]);
    await until(async () => (await runner.lag())[1]!.stopped !== null, 'the reason is written down');
    const [good, bad] = await runner.lag();
    expect(good).toMatchObject({ behind: 0, stopped: null });
    expect(bad).toMatchObject({ behind: 2, stopped: expect.stringContaining('p6 cannot be counted') });
  });

  test('continues where it stopped after a restart', async () => {
    const failing = new Set(POISONS);
    const first = await run([countingProjection('bad', { failsOn: failing })]);
    for (const title of [...POISONS, 'c']) await publish(title);
    await until(async () => (await first.lag())[0]!.stopped !== null, 'the stop');
    await first.end();
    failing.clear();
    const second = await run([countingProjection('bad', { failsOn: failing })]);
    expect(await second.waitFor(await publish('d'), 30_000)).toBe(true);
    expect(await counted('bad')).toEqual({ p6: 1, c: 1, d: 1 });
    expect((await second.lag())[0]!.stopped).toBeNull();
  });

  test('an event of a newer release stops only models that handle its type', async () => {
    const strange: Projection = { ...countingProjection('strange'), handles: ['ListingPublished', 'ListingSold'] };
    const runner = await run([countingProjection('plain'), strange]);
    await publish('a');
    const listing = `listing-${newId()}`;
    const [event] = await harness.codec.encode(
      listing,
      [published({ title: 'b' })],
      { correlationId: newId(), causationId: newId(), commandId: newId(), actor: { id: 'system', role: 'system' } },
      null,
    );
    await harness.store.append(listing, [{ ...event!, type: 'ListingSold', version: 99 }], 'none');
    expect(await runner.waitFor(await publish('c'), 30_000)).toBe(true);
    expect(await counted('plain')).toEqual({ a: 1, c: 1 });
    expect(await counted('strange')).toEqual({ a: 1 });
    expect(harness.quarantine.find(listing)).toBeUndefined();
  });
});

describe('two releases', () => {
  const { ListingSold, ...known } = eventDefinitions;
  const olderRelease = () => ({ codec: createEventCodec({ keys: harness.keys, definitions: known }) });

  const sold = () =>
    harness.append(`listing-${newId()}`, { type: 'ListingSold', data: { at: 1, transactionId: newId() } });

  test('waits at an unknown event type, while a process of the newer release continues', async () => {
    const older = await run([countingProjection('one')], { ...olderRelease(), pause: shortly });
    await older.waitFor(await publish('a'), 30_000);
    await sold();
    await publish('b');
    let stopped: string | null = null;
    await until(async () => {
      stopped = (await older.lag())[0]!.stopped;
      return stopped !== null;
    }, 'it says so');
    expect(stopped).toContain('no event is called ListingSold');
    expect([await counted('one'), harness.quarantine.all()]).toEqual([{ a: 1 }, []]);
    const newer = await run([countingProjection('one')]);
    expect(await newer.waitFor(await publish('c'), 30_000)).toBe(true);
    expect(await counted('one')).toEqual({ a: 1, b: 1, c: 1 });
    expect((await newer.lag())[0]!.stopped).toBeNull();
  });

  test('a rebuild waits there as well, and the old tables stay', async () => {
    const newer = await run([countingProjection('one')]);
    await newer.waitFor(await publish('a'), 30_000);
    await newer.waitFor(await sold(), 30_000);
    const building = rebuild({
      ...harness,
      ...olderRelease(),
      projection: countingProjection('one', { step: 10 }),
      exclusively: openAdvisoryLock(harness.db, 'builds'),
      log,
    });
    await expect(building).rejects.toThrow('no event is called ListingSold');
    expect(await counted('one')).toEqual({ a: 1 });
  });
});

describe('a release that is rolled back', () => {
  test('builds its own version when no process knows the newer one any more', async () => {
    const newer = await run([countingProjection('one', { version: 2, step: 10 })]);
    await newer.waitFor(await publish('a'), 30_000);
    let lives = true;
    const releases = { ...harness.releases, knowNewer: async () => lives };
    const older = await run([countingProjection('one')], { releases, pause: shortly });
    await newer.end();
    await until(() => log.said.some(({ message }) => message.includes('left to another release')), 'it is left');
    await publish('b');
    expect(await counted('one')).toEqual({ a: 10 });
    lives = false;
    await until(async () => (await older.lag())[0]!.version === 1, 'the older version');
    expect(await older.waitFor(await publish('c'), 30_000)).toBe(true);
    expect(await counted('one')).toEqual({ a: 1, b: 1, c: 1 });
    await older.end();
    const again = await run([countingProjection('one', { version: 2, step: 10 })]);
    expect(await again.waitFor(await publish('d'), 30_000)).toBe(true);
    expect(await counted('one')).toEqual({ a: 10, b: 10, c: 10, d: 10 });
  });
});

test('refuses to start a read model that handles other events under the same version', async () => {
  const first = await run([countingProjection('one')]);
  await first.waitFor(await publish('a'), 30_000);
  await first.end();
  const changed: Projection = { ...countingProjection('one'), handles: ['ListingPublished', 'ListingSold'] };
  const starting = run([changed]);
  await expect(starting).rejects.toBeInstanceOf(StartFailure);
  await expect(starting).rejects.toThrow('the read model one handles other events than when it was built');
  await harness.db('projections.checkpoints').update({ handles: null });
  // created by a release that did not record what it handles
  const adopted = await run([changed]);
  expect(await adopted.waitFor(await publish('b'), 30_000)).toBe(true);
  await adopted.end();
  await run([{ ...countingProjection('one'), version: 2 }]);
});

test('a restart of the same release changes only the checkpoints', async () => {
  const first = await run([countingProjection('one')]);
  await first.waitFor(await publish('a'), 30_000);
  await first.end();
  const written = new Set<string>();
  harness.db.on('query', ({ sql }: { sql: string }) => {
    const [, column] = /^update "?projections"?\."?checkpoints"?.* set "?(\w+)/is.exec(sql) ?? [];
    if (column) written.add(column);
  });
  const second = await run([countingProjection('one')]);
  await second.waitFor(await publish('b'), 30_000);
  expect([...written]).toEqual(['position']);
});

describe('several processes', () => {
  test('an older release leaves a model with a newer live version alone', async () => {
    const older = await run([countingProjection('one')], {
      releases: { ...harness.releases, knowNewer: async () => true },
    });
    await older.waitFor(await publish('a'), 30_000);
    await rebuild({
      ...harness,
      projection: countingProjection('one', { version: 2, step: 10 }),
      exclusively: openAdvisoryLock(harness.db, 'builds'),
      log,
    });
    await publish('b');
    await until(
      () => log.said.some(({ message }) => message.includes('left to another release')),
      'the older one giving way',
    );
    const newer = await run([countingProjection('one', { version: 2, step: 10 })]);
    expect(await older.lag()).toMatchObject([{ version: 2, stopped: null }]);
    await older.end();
    expect(await newer.waitFor(await publish('c'), 30_000)).toBe(true);
    expect(await counted('one')).toEqual({ a: 10, b: 10, c: 10 });
  });

  test('one process runs the read models, and another takes over when it ends', async () => {
    const first = await run([countingProjection('one')]);
    const second = await run([countingProjection('one')]);
    const position = await publish('a');
    expect(await Promise.all([first.waitFor(position, 30_000), second.waitFor(position, 30_000)])).toEqual([
      true,
      true,
    ]);
    await first.end();
    expect(await second.waitFor(await publish('b'), 30_000)).toBe(true);
    expect(await counted('one')).toEqual({ a: 1, b: 1 });
  });

  test('a process that only reads sees the position of the running one', async () => {
    const reader = await run([countingProjection('one')], { leases: undefined });
    const position = await publish('a');
    expect(await reader.waitFor(position, 100)).toBe(false);
    await run([countingProjection('one')]);
    expect(await reader.waitFor(position, 30_000)).toBe(true);
  });

  test('two processes that both believe they hold the lock count nothing twice', async () => {
    const runners = [
      await run([countingProjection('one')], { batchSize: 5 }),
      await run([countingProjection('one')], { batchSize: 3 }),
    ];
    for (let n = 0; n < 150; n++) {
      await publish(`t${n}`);
      if (n % 30 === 15)
        await harness.db.raw(
          `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON pg_database.oid = database
           WHERE datname = current_database() AND locktype = 'advisory' AND classid = ${ADVISORY_LOCKS.leases}`,
        );
    }
    const position = await publish('last');
    expect(await Promise.all(runners.map((runner) => runner.waitFor(position, 30_000)))).toEqual([true, true]);
    const counts = await counted('one');
    expect(Object.keys(counts)).toHaveLength(151);
    expect(new Set(Object.values(counts))).toEqual(new Set([1]));
  });

  test('read models survive a database that cuts every connection', async () => {
    const runner = await run([countingProjection('one'), countingProjection('other')]);
    await runner.waitFor(await publish('a'), 30_000);
    await harness.db.raw(
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    const position = await publish('b');
    expect(await runner.waitFor(position, 30_000)).toBe(true);
    expect(await counted('one')).toEqual({ a: 1, b: 1 });
    expect((await runner.lag()).map(({ stopped }) => stopped)).toEqual([null, null]);
  });
});
