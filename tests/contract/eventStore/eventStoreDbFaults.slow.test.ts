import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EventStore, StoredEvent } from '#application/ports/eventStore.ts';
import { openEventStoreDb } from '#infrastructure/eventStores/eventStoreDb.ts';
import { type EventStoreDbPeer, startEventStoreDbPeer } from '#tests/support/eventStoreDbPeer/peer.ts';
import { newEvent, newStream } from './eventStoreContract.ts';
import { follow, gapsIn, key } from './following.ts';

let peer: EventStoreDbPeer;
let store: EventStore;
beforeEach(async () => {
  peer = await startEventStoreDbPeer();
  store = openEventStoreDb({ url: peer.url, patienceMs: 20_000 });
});
afterEach(async () => {
  await store.close();
  peer.down();
});

/** The length of the outage is the point: writers and readers meet it repeatedly. */
const gone = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Appends to its own stream until told to stop, and records every acknowledged append. */
const write = async (into: EventStore, acknowledged: string[], enough: () => boolean): Promise<void> => {
  const stream = newStream();
  for (let n = 0; !enough(); n++) {
    const { revision, position } = await into.append(stream, [newEvent({ n })], n === 0 ? 'none' : n - 1);
    expect(revision).toBe(n);
    acknowledged.push(key({ stream, revision, position }));
  }
};

test('loses, duplicates and reorders none of 2,000 appends by 30 writers while the server drops requests and answers', async () => {
  const other = openEventStoreDb({ url: peer.url, patienceMs: 20_000 });
  const readers = [follow(store), follow(other)];
  const acknowledged: string[] = [];
  let calls = 0;
  peer.faults.append = () =>
    ++calls % 10 === 0 ? (['lostRequest', 'lostResponse', 'timeout'] as const)[calls % 3] : undefined;
  const enough = () => acknowledged.length >= 2_000;
  await Promise.all(Array.from({ length: 30 }, (_, n) => write(n % 2 ? store : other, acknowledged, enough)));

  const head = await store.head();
  for (const reader of readers) {
    await expect.poll(() => reader.events.at(-1)?.position).toBe(head);
    await reader.end();
    const delivered = reader.events.map(key);
    expect(new Set(delivered)).toEqual(new Set(acknowledged));
    expect(delivered).toHaveLength(acknowledged.length);
    expect(reader.outOfOrder()).toBe(0);
    expect(gapsIn(reader.events)).toBe(0);
  }
  await other.close();
});

test('appends and subscription recover when the server goes down under load five times', async () => {
  const reader = follow(store);
  const acknowledged: string[] = [];
  let stopped = false;
  const writers = Promise.all(Array.from({ length: 8 }, () => write(store, acknowledged, () => stopped)));
  for (let round = 0; round < 5; round++) {
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(before + 100);
    // writers return sooner; without this, a reader might see two outages as one
    await expect.poll(() => peer.calls.subscribe, { interval: 5 }).toBeGreaterThan(round);
    peer.down();
    if (round === 4) await gone(2_500);
    await peer.up();
  }
  const before = acknowledged.length;
  await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(before + 100);
  stopped = true;
  await writers;

  await expect.poll(() => reader.events.length).toBe(acknowledged.length);
  await reader.end();
  expect(new Set(reader.events.map(key))).toEqual(new Set(acknowledged));
  expect(reader.outOfOrder()).toBe(0);
  expect(gapsIn(reader.events)).toBe(0);
  expect(peer.calls.subscribe).toBeGreaterThan(5);
});

test('a slow subscriber reports the end of the backlog only once it has everything, however early the server does', async () => {
  const stream = newStream();
  await store.append(
    stream,
    Array.from({ length: 300 }, (_, n) => newEvent({ n })),
    'none',
  );
  const got: StoredEvent[] = [];
  for await (const delivery of store.subscribeAll({
    after: undefined,
    signal: new AbortController().signal,
    batchSize: 7,
  })) {
    if (delivery.kind === 'caughtUp') break;
    got.push(...delivery.events);
    // One turn per message under way: the server's report arrives long before the last event is taken.
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  }
  expect(got.map(({ data }) => data.n)).toEqual(Array.from({ length: 300 }, (_, n) => n));
});
