import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EventStore, StoredEvent } from '#application/ports/eventStore.ts';
import { openEventStoreDb } from '#infrastructure/eventStores/eventStoreDb.ts';
import { newEvent, newStream } from '#tests/contract/eventStore/eventStoreContract.ts';
import type { AppendFault } from '#tests/support/eventStoreDbPeer/appends.ts';
import { openGatheringProxy } from '#tests/support/eventStoreDbPeer/gathered.ts';
import { ANY, foreignEvent } from '#tests/support/eventStoreDbPeer/log.ts';
import { type EventStoreDbPeer, startEventStoreDbPeer } from '#tests/support/eventStoreDbPeer/peer.ts';

let peer: EventStoreDbPeer;
let store: EventStore;
beforeEach(async () => {
  peer = await startEventStoreDbPeer();
  store = openEventStoreDb({ url: peer.url, attemptMs: 1_000 });
});
afterEach(async () => {
  await store.close();
  peer.down();
});

const impatient = () => openEventStoreDb({ url: peer.url, attemptMs: 5_000, patienceMs: 200 });

/** Plans faults for the next requests. */
const meet = (...faults: AppendFault[]) => {
  peer.faults.append = () => faults.shift();
};

describe('an append', () => {
  test.each<[string, AppendFault]>([
    ['whose request is lost', 'lostRequest'],
    ['whose answer is lost', 'lostResponse'],
    ['to a server that is not ready', 'notReady'],
    ['that the server has no time for', 'timeout'],
    ['that nobody answers', 'stalled'],
  ])('%s is retried and written once [L-028]', async (_, fault) => {
    const stream = newStream();
    await store.append(stream, [newEvent({ n: 0 })], 'none');
    meet(fault);
    const appended = await store.append(stream, [newEvent({ n: 1 }), newEvent({ n: 2 })], 0);
    const stored = await store.readStream(stream);
    expect(stored.map(({ data }) => data.n)).toEqual([0, 1, 2]);
    expect(appended).toEqual({ revision: 2, position: stored[2]!.position });
    expect(peer.calls.append).toBeGreaterThanOrEqual(3);
  });

  test.each(['not', 'apart'] as const)('returns its position even if the server reports %s', async (how) => {
    peer.tellPositions(how);
    const stream = newStream();
    const { position } = await store.append(stream, [newEvent(), newEvent()], 'none');
    expect(position).toBe((await store.readStream(stream))[1]!.position);
  });

  test('whose answer was lost can be repeated safely after later events', async () => {
    const stream = newStream();
    const facts = [newEvent({ n: 0 })];
    meet('lostResponse', 'notReady', 'notReady', 'notReady', 'notReady', 'notReady');
    const given = impatient();
    await expect(given.append(stream, facts, 'none')).rejects.toMatchObject({ name: 'EventStoreUnavailable' });
    peer.faults.append = undefined;
    await store.append(stream, [newEvent({ n: 1 })], 0);
    expect(await given.append(stream, facts, 'none')).toMatchObject({ revision: 0 });
    expect(await store.readStream(stream)).toHaveLength(2);
    await given.close();
  });

  test('above the server’s limit is refused as too large', async () => {
    const small = await startEventStoreDbPeer({ maxAppendSize: 1_000 });
    const its = openEventStoreDb({ url: small.url });
    const large = [newEvent({ text: 'x'.repeat(1_000) })];
    await expect(its.append(newStream(), large, 'none')).rejects.toMatchObject({ name: 'AppendTooLarge' });
    await its.close();
    small.down();
  });

  test('that the server forbids is neither retried nor treated as unavailable', async () => {
    meet('notAllowed');
    const refusal = await store.append(newStream(), [newEvent()], 'none').catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: 'EventStoreRefused', cause: { type: 'access-denied' } });
    expect(peer.calls.append).toBe(1);
  });

  test('that is not valid JSON fails at once and is not sent', async () => {
    await expect(store.append(newStream(), [newEvent({ n: 1n })], 'none')).rejects.toBeInstanceOf(TypeError);
    expect(peer.calls.append).toBe(0);
  });

  test('never uses the batch call that the server offers', async () => {
    await Promise.all(Array.from({ length: 20 }, () => store.append(newStream(), [newEvent()], 'none')));
    // On a busy machine, attempts may time out and repeat.
    expect(peer.calls.append).toBeGreaterThanOrEqual(20);
    expect(peer.calls.batchAppend).toBe(0);
  });

  test('deduplicates ids within their own stream only', async () => {
    const event = newEvent();
    const streams = [newStream(), newStream()];
    for (const stream of streams) await store.append(stream, [event], 'none');
    expect(await Promise.all(streams.map((stream) => store.readStream(stream)))).toMatchObject([[event], [event]]);
  });
});

describe('a read', () => {
  test.each(['notReady', 'stalled', 'stopped'] as const)('is retried when the server is %s', async (fault) => {
    const stream = newStream();
    const { position } = await store.append(stream, [newEvent()], 'none');
    const faults = [fault, undefined, fault, undefined, fault, undefined];
    peer.faults.read = () => faults.shift();
    expect(await store.readStream(stream)).toHaveLength(1);
    expect(await store.head()).toBe(position);
    expect(await store.readAll({ limit: 5 })).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  test('fails after the retry time while the server is down, and recovers afterwards', async () => {
    const away = impatient();
    peer.down();
    await expect(away.head()).rejects.toMatchObject({ name: 'EventStoreUnavailable' });
    await expect(away.readStream(newStream())).rejects.toMatchObject({ name: 'EventStoreUnavailable' });
    await expect(away.append(newStream(), [newEvent()], 'none')).rejects.toMatchObject({
      name: 'EventStoreUnavailable',
    });
    await peer.up();
    expect(await away.head()).toBeUndefined();
    await away.close();
  });

  test('skips any number of system events, links and other programs’ events', async () => {
    const strange = () => {
      peer.log.append('$stats-127.0.0.1:2113', ANY, [foreignEvent('$statsCollected', '{}')]);
      peer.log.append('$ce-note', ANY, [foreignEvent('$>', '0@note-1', false)]);
      peer.log.append('other-1', ANY, [foreignEvent('SomebodyElses', '{"a":1}'), foreignEvent('Raw', '\u0001', false)]);
    };
    const stream = newStream();
    for (let n = 0; n < 5; n++) {
      for (let again = 0; again < 30; again++) strange();
      await store.append(stream, [newEvent({ n })], n === 0 ? 'none' : n - 1);
    }
    strange();
    const ours = await store.readStream(stream);
    expect(ours).toHaveLength(5);
    expect(await store.readAll({ limit: 3 })).toEqual(ours.slice(0, 3));
    expect(await store.readAll({ after: ours[2]!.position, limit: 9 })).toEqual(ours.slice(3));
    expect(await store.head()).toBe(ours[4]!.position);
    const delivered: StoredEvent[] = [];
    for await (const delivery of store.subscribeAll({ after: undefined, signal: new AbortController().signal })) {
      if (delivery.kind === 'caughtUp') break;
      delivered.push(...delivery.events);
    }
    expect(delivered).toEqual(ours);
  });

  test('starts a truncated stream where it begins, and reports a tombstone', async () => {
    const [cut, deleted] = [newStream(), newStream()];
    for (const stream of [cut, deleted]) await store.append(stream, [newEvent({ n: 0 }), newEvent({ n: 1 })], 'none');
    peer.log.cuts.set(cut, 1n);
    peer.log.deleted.add(deleted);
    expect((await store.readStream(cut)).map(({ revision }) => revision)).toEqual([1]);
    await expect(store.readStream(deleted)).rejects.toMatchObject({ name: 'HistoryCut', stream: deleted, revision: 0 });
    expect(await store.readAll({ limit: 10 })).toHaveLength(4);
  });

  test('reports a deleted stream, though the server calls it unknown; a missing one is empty', async () => {
    const [deleted, emptied] = [newStream(), newStream()];
    for (const stream of [deleted, emptied]) await store.append(stream, [newEvent({ n: 0 })], 'none');
    peer.log.operator.delete(deleted);
    peer.log.operator.setMetadata(emptied, { $tb: 1 });
    for (const stream of [deleted, emptied])
      await expect(store.readStream(stream)).rejects.toMatchObject({ name: 'HistoryCut', stream });
    expect(await store.readStream(newStream())).toEqual([]);
  });

  test('of all metadata names the currently truncated streams', async () => {
    const streams = Array.from({ length: 5 }, newStream);
    const [counted, deleted, buried, mended] = streams as [string, string, string, string, string];
    for (const stream of streams) await store.append(stream, [newEvent()], 'none');
    expect(await store.cuts()).toEqual([]);
    const { operator } = peer.log;
    operator.setMetadata(counted, { $maxCount: 1_000 });
    operator.delete(deleted);
    operator.tombstone(buried);
    operator.setMetadata(mended, { $tb: 1 });
    operator.setMetadata(mended, {});
    expect(await store.cuts()).toEqual([
      { stream: counted, by: '$maxCount' },
      { stream: deleted, by: 'a deletion' },
      { stream: buried, by: 'a tombstone' },
    ]);
  });

  test('pages through a long log and stops at its limit', async () => {
    for (let n = 0; n < 90; n++) await store.append(newStream(), [newEvent({ n })], 'none');
    const all = await store.readAll({ limit: 1_000 });
    expect(all.map(({ data }) => data.n)).toEqual(Array.from({ length: 90 }, (_, n) => n));
    expect(await store.readAll({ after: all[9]!.position, limit: 40 })).toEqual(all.slice(10, 50));
  });

  test('a subscription survives a server restart', async () => {
    await store.append(newStream(), [newEvent({ n: 0 })], 'none');
    const faults = ['stopped', 'stopped'] as const;
    let met = 0;
    peer.faults.read = () => faults[met++];
    const seen: unknown[] = [];
    for await (const delivery of store.subscribeAll({ after: undefined, signal: new AbortController().signal })) {
      if (delivery.kind === 'events') seen.push(...delivery.events.map(({ data }) => data.n));
      if (delivery.kind === 'caughtUp') break;
    }
    expect(met).toBe(3);
    expect(seen).toEqual([0]);
  });

  test('a subscription left early also ends on the server', async () => {
    for (let n = 0; n < 50; n++) await store.append(newStream(), [newEvent()], 'none');
    await store.readAll({ limit: 1 });
    await store.head();
    for await (const _ of store.subscribeAll({ after: undefined, signal: new AbortController().signal })) break;
    await expect.poll(peer.openCalls).toBe(0);
  });
});

describe('closing', () => {
  /** Calls left behind by a read that stops early would block closing forever. */
  test('waits for reads that had enough before the end of their answer', async () => {
    const gathered = await openGatheringProxy(peer.port());
    const given = openEventStoreDb({ url: gathered.url, attemptMs: 1_000 });
    const stream = newStream();
    await given.append(stream, [newEvent(), newEvent(), newEvent()], 'none');
    for (let again = 0; again < 8; again++) {
      await given.head();
      await given.readAll({ limit: 1 });
    }
    await given.close();
    gathered.close();
  });
});

test('asks a cluster for its leader', async () => {
  const cluster = openEventStoreDb({ url: peer.clusterUrl });
  const stream = newStream();
  await cluster.append(stream, [newEvent()], 'none');
  expect(await cluster.readStream(stream)).toHaveLength(1);
  expect(peer.calls.gossip).toBeGreaterThan(0);
  await cluster.close();
});

test('does not repeat an unusable address', () => {
  const open = () => openEventStoreDb({ url: 'esdb://admin:hunter2@host?odd=1' });
  expect(open).toThrow('no address');
  expect(open).not.toThrow('hunter2');
});
