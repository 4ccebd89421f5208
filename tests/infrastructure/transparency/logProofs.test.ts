import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { EventStore } from '#application/ports/eventStore.ts';
import { fromBase64 } from '#application/transparency/bytes.ts';
import { type LogHead, readHead } from '#application/transparency/checkpoint.ts';
import { isConsistent, isIncluded } from '#application/transparency/proofs.ts';
import { readNote } from '#application/transparency/signedNote.ts';
import { openPostgresEventStore } from '#infrastructure/eventStores/postgresEventStore.ts';
import { entriesInPostgres } from '#infrastructure/transparency/entries.ts';
import { hashing, leafOf, map } from '#infrastructure/transparency/hashing.ts';
import { lastHead } from '#infrastructure/transparency/heads.ts';
import { type LogProofs, openLogProofs } from '#infrastructure/transparency/logProofs.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { appendEvents, openTestLog } from './testLog.ts';

const database = useDatabase();
const STREAMS = 300;
let store: EventStore;
let log: ReturnType<typeof openTestLog>;
let proofs: LogProofs;
let first: LogHead;

const bytes = (text: string) => fromBase64(text)!;
const headIn = (note: string): LogHead => readHead(readNote(note)!.text)!;
const headOver = (size: number) =>
  vi.waitFor(async () => expect((await lastHead(database.knex))?.size).toBe(size), { interval: 20 });
const name = (number: number) => `sale-${number}`;

beforeAll(async () => {
  store = openPostgresEventStore({ connectionString: database.url });
  const entries = entriesInPostgres(database.knex);
  log = openTestLog({ db: database.knex, store, entries });
  proofs = openLogProofs({ db: database.knex, entries, witnesses: [] });
  await Promise.all(Array.from({ length: STREAMS }, (_, number) => appendEvents(store, name(number), { number })));
  let stop = log.start();
  await headOver(STREAMS);
  first = headIn((await lastHead(database.knex))!.note);
  await stop();
  await appendEvents(store, name(1), { more: 1 }, { more: 2 });
  stop = log.start();
  await headOver(STREAMS + 2);
  await stop();
  await appendEvents(store, name(2), { unsealed: true });
});
afterAll(async () => {
  await store.close();
  log.remove();
});

/** What the newest map proves about a stream. */
const endOf = async (stream: string) => {
  const { head, map: proof } = (await proofs.endOf(stream))!;
  const end = proof.end && { ...proof.end, key: bytes(proof.end.key), leaf: bytes(proof.end.leaf) };
  return map.provenEnd(stream, { beside: proof.beside.map(bytes), end: end ?? undefined }, headIn(head).mapRoot);
};

test('proves exactly the events that a checkpoint covers', async () => {
  const size = STREAMS + 2;
  const { root } = headIn((await lastHead(database.knex))!.note);
  for (const number of [0, 1, 2, 255, 256, STREAMS - 1]) {
    const texts = await proofs.entriesOf(name(number));
    const proven = await proofs.proven(texts, size);
    for (const { entry, index, path } of number === 2 ? proven.slice(0, 1) : proven)
      expect(
        isIncluded({ leaf: leafOf(entry), index: index!, size, path: path.map(bytes) }, root, hashing),
        `${name(number)}`,
      ).toBe(true);
  }
  const [, unsealed] = await proofs.proven(await proofs.entriesOf(name(2)), size);
  expect(unsealed).toMatchObject({ index: null, path: [] });
});

test('proves an event in an older checkpoint too, but not a later event', async () => {
  const [before, after] = await proofs.proven(await proofs.entriesOf(name(1)), STREAMS);
  const path = before!.path.map(bytes);
  const inclusion = { leaf: leafOf(before!.entry), index: before!.index!, size: STREAMS, path };
  expect(isIncluded(inclusion, first.root, hashing)).toBe(true);
  expect(after!.index).toBeNull();
});

test('finds no place for a rewritten event', async () => {
  const [entry] = await proofs.entriesOf(name(7));
  const [rewritten] = await proofs.proven([entry!.replace('"number":7', '"number":9')], STREAMS);
  expect(rewritten!.index).toBeNull();
});

test('proves where every stream ended, and that others do not exist', async () => {
  for (let number = 0; number < STREAMS; number += number < 4 ? 1 : 8)
    expect(await endOf(name(number)), name(number)).toMatchObject({ revision: number === 1 ? 2 : 0 });
  for (let number = STREAMS; number < STREAMS + 20; number++) expect(await endOf(name(number))).toBe('none');
});

test('repairs lost or altered map nodes at the next start', async () => {
  await database.knex('tlog_map').where({ depth: 16 }).where('place', '<', 30_000).delete();
  await database.knex('tlog_map').where({ depth: 8 }).update({ alone: true });
  const stop = log.start();
  await headOver(STREAMS + 3);
  await stop();
  for (const number of [0, 1, 2, 100, 299])
    expect(await endOf(name(number))).toMatchObject({ revision: [0, 2, 1][number] ?? 0 });
});

test('proves consistency between any two sizes', async () => {
  const second = headIn((await lastHead(database.knex))!.note);
  const path = (await proofs.consistency(first.size, second.size)).map(bytes);
  expect(isConsistent(first, second, path, hashing)).toBe(true);
  expect(isConsistent({ ...first, root: second.root }, second, path, hashing)).toBe(false);
  expect(await proofs.consistency(0, second.size)).toEqual([]);
});

test('reports the log’s key, checkpoints and oldest unsealed event', async () => {
  const sealed = await proofs.state(2);
  expect(sealed).toMatchObject({ facts: STREAMS + 3, unsealedSince: null, witnesses: [] });
  expect(sealed.key).toContain(log.key.name);
  expect(sealed.heads.map((note) => headIn(note).size)).toEqual([STREAMS + 3, STREAMS + 2]);
  const before = Date.now();
  await appendEvents(store, name(3), { unsealed: true });
  expect((await proofs.state(1)).unsealedSince).toBeGreaterThanOrEqual(before - 1_000);
});
