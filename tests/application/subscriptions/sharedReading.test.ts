import { expect, onTestFinished, test, vi } from 'vitest';
import type { EventStore, StoredEvent } from '#application/ports/eventStore.ts';
import { shareReading } from '#application/subscriptions/sharedReading.ts';
import { openMemoryEventStore } from '#infrastructure/eventStores/memoryEventStore.ts';
import { newEvent, newStream } from '#tests/contract/eventStore/eventStoreContract.ts';

const open = ({ patienceMs }: { patienceMs?: number } = {}) => {
  const store = openMemoryEventStore();
  const subscribeAll = vi.fn(store.subscribeAll);
  const shared = shareReading({ ...store, subscribeAll }, patienceMs);
  let written = 0;
  const write = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n++) await store.append(newStream(), [newEvent({ n: written++ })], 'none');
  };
  const until = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), { interval: 1 });
  /** Waits for `pace` before each delivery. */
  const subscribe = (from: EventStore = shared, pace: () => Promise<void> = async () => undefined) => {
    const stopping = new AbortController();
    const seen: StoredEvent[] = [];
    const run = async () => {
      for await (const delivery of from.subscribeAll({ after: undefined, signal: stopping.signal, batchSize: 100 })) {
        await pace();
        if (delivery.kind === 'events') seen.push(...delivery.events);
      }
    };
    const ended = run();
    const stop = async () => {
      stopping.abort();
      await ended;
    };
    onTestFinished(stop);
    return { seen, stop };
  };
  return { store, shared, subscribeAll, write, until, subscribe, numbers: (n: number) => [...Array(n).keys()] };
};
const openGate = () => {
  let release = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { pass: () => opened, release };
};
const numbersOf = (events: readonly StoredEvent[]) => events.map(({ data }) => data.n);

test('reads the log once for twenty subscriptions', async () => {
  const { write, subscribe, until, subscribeAll, numbers } = open();
  await write(250);
  const all = Array.from({ length: 20 }, () => subscribe());
  await until(() => all.every(({ seen }) => seen.length === 250));
  await write(3);
  await until(() => all.every(({ seen }) => seen.length === 253));
  for (const { seen } of all) expect(numbersOf(seen)).toEqual(numbers(253));
  expect(subscribeAll).toHaveBeenCalledTimes(1);
});

test('delays nobody for a slow subscription, which misses nothing and shares again later', async () => {
  const { write, subscribe, until, subscribeAll, numbers } = open();
  const { pass, release } = openGate();
  const slow = subscribe(undefined, pass);
  const fast = subscribe();
  await write(5_000);
  await until(() => fast.seen.length === 5_000);
  expect(slow.seen).toEqual([]);
  release();
  await until(() => slow.seen.length === 5_000);
  const readings = subscribeAll.mock.calls.length;
  await write(10);
  await until(() => slow.seen.length === 5_010 && fast.seen.length === 5_010);
  expect(numbersOf(slow.seen)).toEqual(numbers(5_010));
  expect(subscribeAll).toHaveBeenCalledTimes(readings);
});

test('keeps subscriptions together while there is much to read', async () => {
  const { write, subscribe, until, subscribeAll, numbers } = open();
  await write(9_000);
  const slow = subscribe(undefined, () => new Promise((resolve) => setImmediate(() => setImmediate(resolve))));
  const fast = subscribe();
  await until(() => slow.seen.length === 9_000 && fast.seen.length === 9_000);
  expect(numbersOf(slow.seen)).toEqual(numbers(9_000));
  expect(subscribeAll).toHaveBeenCalledTimes(1);
});

test('leaves a stuck subscription behind even then', async () => {
  const { write, subscribe, until } = open({ patienceMs: 5 });
  await write(9_000);
  const { pass, release } = openGate();
  const stuck = subscribe(undefined, pass);
  const fast = subscribe();
  await until(() => fast.seen.length === 9_000);
  expect(stuck.seen).toEqual([]);
  release();
});

test('starts a late subscription at its own position', async () => {
  const { write, subscribe, until, numbers } = open();
  await write(5_000);
  const first = subscribe();
  await until(() => first.seen.length === 5_000);
  const second = subscribe();
  await until(() => second.seen.length === 5_000);
  expect(numbersOf(second.seen)).toEqual(numbers(5_000));
});

test('ends reading with the last subscription', async () => {
  const { write, subscribe, until, subscribeAll } = open();
  const [one, other] = [subscribe(), subscribe()];
  await write(1);
  await until(() => one.seen.length + other.seen.length === 2);
  const { signal } = subscribeAll.mock.calls[0]![0];
  await one.stop();
  expect(signal.aborted).toBe(false);
  await other.stop();
  expect(signal.aborted).toBe(true);
});

test('reports a reading error to everybody and reads again next time', async () => {
  const { store, shared, subscribeAll, write, until, subscribe } = open();
  subscribeAll.mockImplementationOnce(() => ({
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('the log is another one')) }),
  }));
  const { signal } = new AbortController();
  const first = () => shared.subscribeAll({ after: undefined, signal })[Symbol.asyncIterator]().next();
  const both = await Promise.allSettled([first(), first()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await write(1);
  const { seen } = subscribe();
  await until(() => seen.length === 1);
  expect(numbersOf(seen)).toEqual(numbersOf(await store.readAll({ limit: 1 })));
});
