import { expect, onTestFinished, test, vi } from 'vitest';
import type { Decoder } from '#application/ports/eventCodec.ts';
import { EventStoreUnavailable } from '#application/ports/eventStore.ts';
import type { Policy } from '#application/shared/policy.ts';
import { openJournal } from '#application/streams/journal.ts';
import { oneByOne } from '#application/subscriptions/oneByOne.ts';
import { runSubscription } from '#application/subscriptions/subscription.ts';
import { eventDefinitions } from '#domain/events.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import { openMemoryEventStore } from '#infrastructure/eventStores/memoryEventStore.ts';
import { failures } from '#infrastructure/postgres/failures.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { memoryQuarantine } from '#tests/support/memoryQuarantine.ts';
import { silentLog } from '#tests/support/silentLog.ts';
import { memoryCheckpoints, memoryHandledTypes, memoryKeys, memoryLeases } from '../policies/memoryPorts.ts';

const contextOf = () => ({
  commandId: newId(),
  correlationId: newId(),
  causationId: newId(),
  actor: { id: 'x', role: 'member' },
});

const open = () => {
  const store = openMemoryEventStore();
  const codec = createEventCodec({ keys: memoryKeys() });
  const journal = openJournal(store, codec);
  const leases = memoryLeases();
  const checkpoints = memoryCheckpoints();
  const handledTypes = memoryHandledTypes();
  const log = silentLog();
  const quarantine = memoryQuarantine();
  const handled: string[] = [];

  const happen = async (...deadlines: string[]) => {
    for (const notificationId of deadlines) {
      const stream = `inbox-${newId()}`;
      const event = { type: 'NotificationRead', data: { at: 1, notificationId } } as const;
      await journal.append(stream, [event], await journal.load(stream), contextOf());
    }
  };

  const start = (options: Partial<Policy & { codec: Decoder }> = {}) => {
    const stopping = new AbortController();
    const handler: Policy = {
      name: 'test',
      handles: ['NotificationRead'],
      handle: async (event) => {
        if (event.type === 'NotificationRead') handled.push(event.data.notificationId);
      },
      ...options,
    };
    const retrying = { log, backoff: () => 1 };
    const reading = { store, codec: options.codec ?? codec, checkpoints, handledTypes, failures, quarantine };
    const subscription = oneByOne(handler, { ...reading, verify: async () => undefined, ...retrying });
    const ended = runSubscription(subscription, { store, leases, signal: stopping.signal, ...retrying });
    const stop = async () => {
      stopping.abort();
      await ended;
    };
    onTestFinished(stop);
    return { stop };
  };

  const until = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), { interval: 1 });
  return { store, journal, codec, quarantine, leases, checkpoints, log, handled, happen, start, until };
};

test('delivers events from before and after the policy’s start, in order', async () => {
  const { happen, start, handled, until } = open();
  await happen('1', '2');
  start();
  await until(() => handled.length === 2);
  await happen('3');
  await until(() => handled.length === 3);
  expect(handled).toEqual(['1', '2', '3']);
});

test('continues from its checkpoint', async () => {
  const { happen, start, handled, until, checkpoints } = open();
  await happen('1');
  const first = start();
  await until(() => checkpoints.places.has('test'));
  await first.stop();
  await happen('2');
  start();
  await until(() => handled.length >= 2);
  expect(handled).toEqual(['1', '2']);
});

test('delivers an event again if it was interrupted before the checkpoint', async () => {
  const { happen, start, handled, until, checkpoints } = open();
  await happen('1');
  const first = start();
  await until(() => checkpoints.places.has('test'));
  await first.stop();
  checkpoints.places.clear();
  start();
  await until(() => handled.length === 2);
  expect(handled).toEqual(['1', '1']);
});

test('retries a failing event until it succeeds, without reordering', async () => {
  const { happen, start, handled, until } = open();
  await happen('1', '2', '3');
  let failures = 0;
  start({
    handle: async (event) => {
      if (event.type !== 'NotificationRead') return;
      if (event.data.notificationId === '2' && failures++ < 7) throw new EventStoreUnavailable('not now');
      handled.push(event.data.notificationId);
    },
  });
  await until(() => handled.length === 3);
  expect([handled, failures]).toEqual([['1', '2', '3'], 8]);
});

test('logs an error with policy and event from the fifth failure on', async () => {
  const { happen, start, log, until } = open();
  await happen('1');
  start({
    handle: async () => {
      throw new EventStoreUnavailable('never');
    },
  });
  await until(() => log.lines.some(({ level }) => level === 'error'));
  const levels = log.lines.slice(0, 5).map(({ level }) => level);
  expect(levels).toEqual(['warn', 'warn', 'warn', 'warn', 'error']);
  expect(log.lines[4]?.details).toMatchObject({ policy: 'test', type: 'NotificationRead', failures: 5 });
});

test('retries saving a checkpoint and loses no handled event', async () => {
  const { happen, start, handled, until, checkpoints } = open();
  const save = checkpoints.places.set.bind(checkpoints.places);
  let refusals = 3;
  checkpoints.places.set = (name, position) => {
    if (refusals-- > 0) throw new Error('the database is away');
    return save(name, position);
  };
  await happen('1');
  start();
  await until(() => checkpoints.places.has('test'));
  expect(handled).toEqual(['1']);
});

test('does not decode unwanted events', async () => {
  const { happen, start, until, checkpoints, codec } = open();
  const decode = vi.fn();
  await happen(...Array.from({ length: 200 }, (_, n) => String(n)));
  start({ handles: ['AllNotificationsRead'], codec: { ...codec, decode } });
  await until(() => checkpoints.places.has('test'));
  expect(decode).not.toHaveBeenCalled();
});

test('waits at an event of unknown type, even if unwanted, and lets another release continue', async () => {
  const { happen, start, handled, until, checkpoints, codec, store, log } = open();
  const { NotificationDeleted, ...known } = eventDefinitions;
  const older = createEventCodec({ keys: memoryKeys(), definitions: known });
  await happen('1');
  const stream = `inbox-${newId()}`;
  const event = { type: 'NotificationDeleted', data: { at: 1, notificationId: '2' } } as const;
  const [deleted] = await codec.encode(stream, [event], contextOf(), null);
  await store.append(stream, [deleted!], 'none');
  await happen('3');
  start({ codec: older });
  await until(() => log.lines.some(({ message }) => message === 'a subscription waits for a newer release'));
  const [before] = await store.readAll({ limit: 1 });
  expect([handled, checkpoints.places.get('test')]).toEqual([['1'], before!.position]);
  start();
  await until(() => handled.length === 2);
  expect(handled).toEqual(['1', '3']);
});

test('catches up what another release left out, and nothing twice', async () => {
  const { happen, start, handled, until, checkpoints, journal, store } = open();
  const seen: string[] = [];
  const deleted = async (notificationId: string) => {
    const stream = `inbox-${newId()}`;
    const event = { type: 'NotificationDeleted', data: { at: 1, notificationId } } as const;
    await journal.append(stream, [event], await journal.load(stream), contextOf());
  };
  const handle: Policy['handle'] = async ({ type, data }) => {
    if (type === 'NotificationRead' || type === 'NotificationDeleted') seen.push(data.notificationId);
  };
  const newer = { handles: ['NotificationRead', 'NotificationDeleted'], handle } as const;
  /** To the end of the log. */
  const run = async (policy?: Parameters<typeof start>[0]) => {
    const { stop } = start(policy);
    const head = await store.head();
    await until(() => checkpoints.places.get('test') === head);
    await stop();
  };
  await happen('1');
  await deleted('2');
  await run(newer);
  await deleted('3');
  await happen('4');
  await run();
  await deleted('5');
  await happen('6');
  await run(newer);
  expect([seen, handled]).toEqual([['1', '2', '3', '5', '6'], ['4']]);
  await happen('7');
  await run(newer);
  expect(seen).toHaveLength(6);
});

test('reads a type from the start before it continues, if declared so', async () => {
  const { happen, start, handled, until, checkpoints } = open();
  await happen('1');
  const first = start({ handles: ['AllNotificationsRead'] });
  await happen(...Array.from({ length: 200 }, (_, n) => `many ${n}`));
  await until(() => checkpoints.places.has('test'));
  await first.stop();
  start({ handles: ['AllNotificationsRead', 'NotificationRead'], begins: { NotificationRead: 'start' } });
  await until(() => handled.length === 201);
  expect(handled[0]).toBe('1');
});

test('finishes the current event when stopping', async () => {
  const { happen, start, until } = open();
  const steps: string[] = [];
  let release: (() => void) | undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await happen('1', '2');
  const { stop } = start({
    handle: async () => {
      steps.push('begun');
      await gate;
      steps.push('finished');
    },
  });
  await until(() => steps.length === 1);
  const stopped = stop().then(() => steps.push('stopped'));
  release?.();
  await stopped;
  expect(steps).toEqual(['begun', 'finished', 'stopped']);
});

test('stops within a batch when it loses its lease, and another process continues', async () => {
  const { happen, start, until, handled, leases, checkpoints } = open();
  let wake = (): void => undefined;
  const frozen = new Promise<void>((resolve) => {
    wake = resolve;
  });
  await happen('1', '2', '3');
  const late: string[] = [];
  start({
    handle: async (event) => {
      if (event.type === 'NotificationRead') late.push(event.data.notificationId);
      await frozen;
    },
  });
  await until(() => late.length === 1);
  leases.lose('test');
  start();
  await until(() => handled.length === 3);
  const reached = checkpoints.places.get('test');
  wake();
  await happen('4');
  await until(() => handled.length === 4);
  expect([late, handled]).toEqual([['1'], ['1', '2', '3', '4']]);
  expect(checkpoints.places.get('test')! > reached!).toBe(true);
});
