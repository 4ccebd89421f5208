import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import type { Leases } from '#application/ports/leases.ts';
import { type RunningReadModels, runReadModels } from '#infrastructure/composition/readModels.ts';
import { openAdvisoryLock } from '#infrastructure/postgres/advisoryLock.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { findCheckpoint } from '#projections/engine/checkpoints.ts';
import type { Projection } from '#projections/engine/projection.ts';
import { rebuild } from '#projections/engine/rebuild.ts';
import { createTables } from '#projections/engine/schemas.ts';
import { createDatabase } from '#tests/support/postgres.ts';
import { countingProjection } from '../countingProjection.ts';
import { published } from '../given.ts';
import { type Harness, keepingLog, newId, openHarness, until } from '../harness.ts';

/** A frozen process learns only after waking that others continued. */
let database: Awaited<ReturnType<typeof createDatabase>>;
let harness: Harness;
let ending: (() => Promise<unknown>)[] = [];
const log = keepingLog();

beforeEach(async () => {
  database = await createDatabase();
  harness = openHarness(database.url, connect(database.url));
});

afterEach(async () => {
  for (const end of ending.reverse()) await end();
  ending = [];
  await harness.close();
  await harness.db.destroy();
  await database.drop();
});

/** A process that believes it holds every lease. */
const believing: Leases = {
  hold: async (_name, signal, work) => work(signal),
  close: async () => undefined,
};

const run = async (
  projection: Projection,
  options: Partial<Parameters<typeof runReadModels>[0]> = {},
): Promise<RunningReadModels> => {
  const { store, codec, quarantine, releases, verify } = harness;
  const db = connect(database.url, { settings: 'SET idle_in_transaction_session_timeout = 500' });
  const running = await runReadModels({
    store,
    codec,
    db,
    connectionString: database.url,
    projections: [projection],
    leases: believing,
    quarantine,
    releases,
    verify,
    log,
    ...options,
  });
  ending.push(async () => {
    await running.stop();
    await db.destroy();
  });
  return running;
};

const publish = (title: string) => harness.append(`listing-${newId()}`, published({ title }));
const counted = async (): Promise<Record<string, number>> => {
  const rows = await harness.db.withSchema('read_one').table('counts').orderBy('title');
  return Object.fromEntries(rows.map(({ title, n }) => [title, n]));
};

/** Freezes the next caller once, until it is released. */
const openIce = () => {
  let wake = (): void => undefined;
  let frozen = false;
  const until = new Promise<void>((resolve) => {
    wake = resolve;
  });
  ending.push(async () => wake());
  return {
    wake,
    isFrozen: () => frozen,
    pass: async () => {
      if (frozen) return;
      frozen = true;
      await until;
    },
  };
};

test('a process frozen with a batch does not overwrite the others, and continues after them', async () => {
  const ice = openIce();
  const { codec } = harness;
  await publish('a');
  const sleeper = await run(countingProjection('one'), {
    codec: {
      ...codec,
      decode: async (events) => {
        await ice.pass();
        return codec.decode(events);
      },
    },
  });
  await until(ice.isFrozen, 'the freezing');
  const other = await run(countingProjection('one'));
  expect(await other.waitFor(await publish('b'), 30_000)).toBe(true);
  expect(await counted()).toEqual({ a: 1, b: 1 });
  ice.wake();
  const last = await publish('c');
  expect(await Promise.all([sleeper, other].map(({ waitFor }) => waitFor(last, 30_000)))).toEqual([true, true]);
  expect(await counted()).toEqual({ a: 1, b: 1, c: 1 });
});

test('a process frozen in its transaction does not block the others, and loses the transaction', async () => {
  const ice = openIce();
  const plain = countingProjection('one');
  await publish('a');
  const sleeper = await run({
    ...plain,
    apply: async (batch, tables) => {
      await plain.apply(batch, tables);
      await ice.pass();
    },
  });
  await until(ice.isFrozen, 'the freezing');
  const other = await run(plain);
  expect(await other.waitFor(await publish('b'), 30_000)).toBe(true);
  expect(await counted()).toEqual({ a: 1, b: 1 });
  ice.wake();
  const last = await publish('c');
  expect(await Promise.all([sleeper, other].map(({ waitFor }) => waitFor(last, 30_000)))).toEqual([true, true]);
  expect(await counted()).toEqual({ a: 1, b: 1, c: 1 });
});

/** Builds version 2 and freezes at `at`; meanwhile another process begins a build. */
const frozenBuild = async (
  at: (events: readonly StoredEvent[], reads: number) => boolean,
  { batchSize, begun }: { batchSize?: number; begun: number },
): Promise<unknown> => {
  const ice = openIce();
  const { store, codec, db, quarantine, failures } = harness;
  let reads = 0;
  const building = rebuild({
    codec,
    db,
    quarantine,
    failures,
    projection: countingProjection('one', { version: 2, step: 10 }),
    exclusively: openAdvisoryLock(db, 'builds'),
    log,
    ...(batchSize && { batchSize }),
    store: {
      readStream: store.readStream,
      readAll: async (options) => {
        const events = await store.readAll(options);
        if (at(events, ++reads)) await ice.pass();
        return events;
      },
    },
  });
  const outcome = building.then(
    () => 'built',
    (error: unknown) => error,
  );
  await until(ice.isFrozen, 'the freezing');
  // it reads ahead while it still applies a batch
  await until(async () => typeof (await findCheckpoint(db, 'one', 'next'))?.position === 'string', 'its first batch');
  await createTables(db, countingProjection('one', { version: begun }), 'next');
  ice.wake();
  return outcome;
};

test('a process frozen during a build does not swap in another process’s unfinished build', async () => {
  const old = await run(countingProjection('one'));
  await old.waitFor(await publish('a'), 30_000);
  const outcome = await frozenBuild((events) => events.length === 0, { begun: 2 });
  expect(String(outcome)).toContain('another process builds one');
  expect(await counted()).toEqual({ a: 1 });
});

test('a process frozen between batches blames no event if another took over the build, and can retry', async () => {
  await publish('a');
  await publish('b');
  const outcome = await frozenBuild((_, reads) => reads === 2, { batchSize: 1, begun: 3 });
  expect([String(outcome), harness.failures.isTransient(outcome)]).toEqual([
    'BuiltElsewhere: another process builds one',
    true,
  ]);
  expect(harness.quarantine.all()).toEqual([]);
});
