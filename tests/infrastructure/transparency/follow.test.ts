import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { EventStore, StoredEvent } from '#application/ports/eventStore.ts';
import { toHex } from '#application/transparency/bytes.ts';
import { headText, readHead } from '#application/transparency/checkpoint.ts';
import { entryOf, eventOf, readEntry } from '#application/transparency/factEntry.ts';
import { growTree } from '#application/transparency/growingTree.ts';
import { consistencyRanges } from '#application/transparency/merkleTree.ts';
import { isConsistent } from '#application/transparency/proofs.ts';
import { noteText, readNote } from '#application/transparency/signedNote.ts';
import { signNote } from '#application/transparency/signing.ts';
import { openPostgresEventStore } from '#infrastructure/eventStores/postgresEventStore.ts';
import { type Entries, entriesInPostgres, entriesInStore, type Leaf } from '#infrastructure/transparency/entries.ts';
import { hashing, leafOf, map } from '#infrastructure/transparency/hashing.ts';
import { headIn, lastHead } from '#infrastructure/transparency/heads.ts';
import { hashRanges, rootAt } from '#infrastructure/transparency/tiles.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { appendEvents, openTestLog } from './testLog.ts';

const database = useDatabase();
let store: EventStore;
let log: ReturnType<typeof openTestLog>;
let stop: () => Promise<void> = async () => undefined;

beforeAll(() => {
  store = openPostgresEventStore({ connectionString: database.url });
  log = openTestLog({ db: database.knex, store, entries: entriesInPostgres(database.knex) });
});
afterEach(() => stop());
afterAll(async () => {
  await store.close();
  log.remove();
});

const headNow = async () => {
  const row = await lastHead(database.knex);
  const head = row && (await headIn(row.note, log.key));
  if (typeof head !== 'object') throw new Error(`there is no head: ${head}`);
  return head;
};
const headOver = (size: number) =>
  expect.poll(async () => (await lastHead(database.knex))?.size, { interval: 20 }).toBe(size);

/** Computed from the events alone, as anyone can. */
const recomputed = (events: readonly StoredEvent[]) => {
  const tree = growTree(hashing);
  const ends = new Map<string, { key: Uint8Array; revision: number; leaf: Uint8Array }>();
  for (const event of events) {
    const leaf = leafOf(entryOf(eventOf(event)));
    tree.append(leaf);
    ends.set(event.stream, { key: map.keyOf(event.stream), revision: event.revision, leaf });
  }
  return { size: tree.size, root: toHex(tree.root()), mapRoot: toHex(map.rootOf(map.nodeOf([...ends.values()], 0))) };
};
const seen = ({ size, root, mapRoot }: Awaited<ReturnType<typeof headNow>>) => ({
  size,
  root: toHex(root),
  mapRoot: toHex(mapRoot),
});
const all = () => store.readAll({ limit: 10_000 });

test('adds existing events at once, and the checkpoint states their number', async () => {
  for (const sale of ['sale-1', 'sale-2', 'sale-3'])
    await appendEvents(store, sale, ...Array.from({ length: 200 }, (_, at) => ({ at, text: `“${sale}” 😀` })));
  stop = log.start();
  await headOver(600);
  expect(await headNow()).toMatchObject({ origin: 'test.example/tlog', enteredAtOnce: 600 });
  expect(seen(await headNow())).toEqual(recomputed(await all()));
});

test('covers new events with the next checkpoint, which extends the last', async () => {
  const before = await headNow();
  stop = log.start();
  await appendEvents(store, 'sale-2', { at: 200 });
  await appendEvents(store, 'account-1', { at: 1 }, { at: 2 });
  await headOver(603);
  const after = await headNow();
  expect(seen(after)).toEqual(recomputed(await all()));
  expect(after.enteredAtOnce).toBe(600);
  const proof = await hashRanges(database.knex, consistencyRanges(600, 603));
  expect(isConsistent(before, after, proof, hashing)).toBe(true);
});

test('signs no more often than configured, and not without news', async () => {
  stop = log.start({ headEvery: 3_600_000 });
  await appendEvents(store, 'sale-2', { at: 201 });
  await expect.poll(async () => (await database.knex('tlog_progress').first()).size, { interval: 20 }).toBe(604);
  expect((await lastHead(database.knex))?.size).toBe(603);
  await stop();
  stop = log.start();
  await headOver(604);
  const count = async () => Number((await database.knex('tlog_heads').count())[0]!.count);
  const heads = await count();
  await appendEvents(store, 'sale-2', { at: 202 });
  await headOver(605);
  expect(await count()).toBe(heads + 1);
});

test('extends a checkpoint of an earlier release, which names a check of the read models', async () => {
  const last = await headNow();
  const note = async (text: string) => noteText({ text, signatures: [await signNote(text, log.signer)] });
  const earlier = await note(headText({ ...last, models: { root: new Uint8Array(32), position: 605 } }));
  await database.knex('tlog_heads').where({ size: last.size }).update({ note: earlier });
  writeFileSync(join(log.folder, 'log-head'), earlier);
  stop = log.start();
  await appendEvents(store, 'sale-2', { at: 203 });
  await headOver(last.size + 1);
  expect(await headNow()).toMatchObject({ after: last.size, models: undefined });
});

test('the database and this code build the same entry text', async () => {
  const fromRows = await entriesInPostgres(database.knex).read(undefined, 10_000);
  expect(fromRows).toEqual(await entriesInStore(store).read(undefined, 10_000));
  expect(fromRows.map(readEntry)).toEqual(await all());
  const leavesOf = async (entries: Entries) => {
    const leaves: Leaf[] = [];
    await entries.leaves('00000000000000000100', 400, (fact) => leaves.push(fact));
    return leaves;
  };
  const leaves = await leavesOf(entriesInPostgres(database.knex));
  expect(leaves).toEqual(await leavesOf(entriesInStore(store)));
  expect(leaves.map(({ leaf }) => leaf)).toEqual(fromRows.slice(100, 500).map(leafOf));
});

describe('killed at any statement', () => {
  /** A database whose statements fail from the n-th on, as if the process were gone. */
  const dyingAfter = (statements: number) => {
    let left = statements;
    const fail = () => {
      if (left-- <= 0) throw new Error('the process is gone');
    };
    const dying = (target: object): object =>
      new Proxy(target, {
        get: (it, name) => {
          const value = Reflect.get(it, name);
          if (name === 'raw') {
            return (...words: unknown[]) => {
              fail();
              return Reflect.apply(value, it, words);
            };
          }
          if (name === 'transaction')
            return (work: (transaction: object) => Promise<unknown>) =>
              Reflect.apply(value, it, [(transaction: object) => work(dying(transaction))]);
          return typeof value === 'function' && name !== 'client' ? value.bind(it) : value;
        },
        apply: (it, self, words) => {
          fail();
          return Reflect.apply(it as () => unknown, self, words);
        },
      });
    return dying(database.knex) as typeof database.knex;
  };

  test.each(Array.from({ length: 12 }, (_, statements) => ({ statements })))(
    'continues where it stopped: after $statements',
    async ({ statements }) => {
      const { size } = await appendEvents(store, 'sale-9', { statements }).then(async () => recomputed(await all()));
      let died = false;
      const dying = log.start({
        db: dyingAfter(statements),
        log: {
          info: () => undefined,
          warn: () => {
            died = true;
          },
          error: () => undefined,
        },
      });
      await expect.poll(async () => died || (await lastHead(database.knex))?.size === size, { interval: 5 }).toBe(true);
      await dying();
      stop = log.start();
      await headOver(size);
      expect(seen(await headNow())).toEqual(recomputed(await all()));
    },
  );
});

test('stores a signed but unstored checkpoint with the next, and each names the previous one', async () => {
  const last = await headNow();
  stop = log.start({ headEvery: 3_600_000 });
  await appendEvents(store, 'sale-2', { at: 203 });
  const size = last.size + 1;
  await expect.poll(async () => (await database.knex('tlog_progress').first()).size, { interval: 20 }).toBe(size);
  await stop();
  const text = headText({ ...last, size, root: await rootAt(database.knex, size), after: last.size });
  writeFileSync(join(log.folder, 'log-head'), noteText({ text, signatures: [await signNote(text, log.signer)] }));
  await appendEvents(store, 'sale-2', { at: 204 });
  stop = log.start();
  await headOver(size + 1);
  const heads = (await database.knex('tlog_heads').orderBy('size').pluck('note')).map(
    (note) => readHead(readNote(note)!.text)!,
  );
  expect(heads.map(({ after }) => after)).toEqual([0, ...heads.slice(0, -1).map((head) => head.size)]);
  expect(heads.map((head) => head.size).slice(-2)).toEqual([size, size + 1]);
});

test('rebuilds the same roots from the events', async () => {
  const before = seen(await headNow());
  for (const table of ['tlog_tiles', 'tlog_map', 'tlog_streams', 'tlog_progress', 'tlog_heads'])
    await database.knex(table).delete();
  stop = log.start();
  await headOver(before.size);
  expect(seen(await headNow())).toEqual(before);
});

describe('an owner of the database gets no signature', () => {
  const TABLES = ['tlog_tiles', 'tlog_map', 'tlog_streams', 'tlog_progress', 'tlog_heads', 'events'] as const;
  const emptied = async (...tables: readonly (typeof TABLES)[number][]) => {
    for (const table of tables) await database.knex(table).delete();
  };
  const OWN = TABLES.slice(0, 5);
  const refused = async (reason: string, change: () => PromiseLike<unknown>) => {
    await database.knex.raw('ALTER TABLE events DISABLE TRIGGER append_only');
    for (const table of TABLES) await database.knex.raw(`CREATE TABLE kept_${table} AS TABLE ${table}`);
    try {
      await change();
      await appendEvents(store, 'sale-77', { at: 1 });
      log.alarms.length = 0;
      log.failures.length = 0;
      stop = log.start();
      // one alarm for all retries
      await expect.poll(() => log.failures.length, { interval: 20 }).toBeGreaterThan(2);
      expect(log.alarms).toEqual([reason]);
    } finally {
      await stop();
      stop = async () => undefined;
      await emptied(...TABLES);
      for (const table of TABLES) {
        await database.knex.raw(`INSERT INTO ${table} TABLE kept_${table}`);
        await database.knex.schema.dropTable(`kept_${table}`);
      }
    }
  };
  const sizeNow = async () => (await headNow()).size;

  test('on a rewritten past with a rebuilt log', async () =>
    refused(`the first ${await sizeNow()} facts are not those that were signed`, async () => {
      await emptied(...OWN);
      await database.knex('events').where({ position: 3 }).update({ recorded_at: 1 });
    }));

  test('on a past that ends earlier', async () => {
    await refused(`the facts end with 6; a head over ${await sizeNow()} was signed`, async () => {
      await emptied(...OWN);
      await database.knex('events').where('position', '>', 5).delete();
    });
    await refused('the facts end before the last one that is in the log', () =>
      database.knex('events').where('position', '>', 5).delete(),
    );
  });

  test('with a forged checkpoint or map', async () => {
    await refused('the last head in the database is no head of a log', () =>
      database.knex('tlog_heads').update({ note: 'nothing' }),
    );
    await refused('the map of streams is not what was signed', () =>
      database.knex('tlog_streams').where({ stream: 'sale-1' }).update({ revision: 3 }),
    );
  });

  test('on another past on a machine without memory, thanks to the stored checkpoint', async () => {
    rmSync(join(log.folder, 'log-head'));
    await refused(`the first ${await sizeNow()} facts are not those that were signed`, () =>
      database
        .knex('tlog_tiles')
        .where({ level: 0, place: 1 })
        .orWhere({ level: 1 })
        .update({ hashes: Buffer.alloc(8_192, 1) }),
    );
  });
});
