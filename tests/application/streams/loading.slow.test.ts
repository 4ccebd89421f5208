import { beforeEach, describe, expect, test } from 'vitest';
import { aggregates } from '#application/streams/aggregates.ts';
import { openJournal } from '#application/streams/journal.ts';
import { openRepository } from '#application/streams/repository.ts';
import { keepSnapshots, SNAPSHOT_EVERY } from '#application/streams/snapshots.ts';
import { openStateCache } from '#application/streams/stateCache.ts';
import type { DomainEvent } from '#domain/events.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import { openMemoryEventStore } from '#infrastructure/eventStores/memoryEventStore.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { manualClock } from '#tests/support/manualClock.ts';
import { memorySnapshots } from '#tests/support/memorySnapshots.ts';
import { silentLog } from '#tests/support/silentLog.ts';
import { memoryKeys } from '../policies/memoryPorts.ts';

const [BUYER, SELLER, LISTING] = ['b'.repeat(32), '5'.repeat(32), '1'.repeat(32)];
const TALK = 'c'.repeat(32);
const STREAM = `conversation-${TALK}`;
const SECRET = 'words that somebody wrote';

/** A log with its snapshots, shared by several processes. */
const openWorld = () => {
  const store = openMemoryEventStore();
  const codec = createEventCodec({ keys: memoryKeys() });
  const journal = openJournal(store, codec);
  const snapshots = memorySnapshots();
  const log = silentLog();
  const read: number[] = [];
  const counting = {
    ...journal,
    readClear: async (stream: string, from: number) => {
      const events = await journal.readClear(stream, from);
      read.push(events.length);
      return events;
    },
  };
  return {
    store,
    journal,
    snapshots,
    log,
    process: () => openRepository({ journal: counting, clock: manualClock(), snapshots: { snapshots, log } }),
    /** Events read from streams since the last call. */
    eventsRead: () => read.splice(0).reduce((sum, count) => sum + count, 0),
  };
};

type World = ReturnType<typeof openWorld>;
const contextOf = (commandId = newId()) => ({
  commandId,
  correlationId: commandId,
  causationId: commandId,
  actor: { id: BUYER, role: 'member' } as const,
});

const idOf = (n: number): string => String(n).padStart(32, '0');
const sent = (n: number, senderId = BUYER): DomainEvent => ({
  type: 'MessageSent',
  data: { at: 1, messageId: idOf(n), senderId, content: SECRET, image: null },
});
const started: DomainEvent = {
  type: 'ConversationStarted',
  data: { at: 1, buyerId: BUYER, sellerId: SELLER, listingId: LISTING },
};

const add = async ({ journal }: World, events: DomainEvent[], commandId?: string) =>
  journal.append(STREAM, events, await journal.load(STREAM), contextOf(commandId));

/** A conversation of this many events, each written by its own command: `command 0`, `command 1` … */
const talk = async (world: World, length: number) => {
  for (let n = 0; n < length; n++) await add(world, [n === 0 ? started : sent(n)], `command ${n}`);
};
const MARKED = 10;

let world: World;
beforeEach(() => {
  world = openWorld();
});

describe('a cached state', () => {
  test('is updated with events of other processes, and nothing else', async () => {
    const [one, other] = [world.process(), world.process()];
    await talk(world, MARKED);
    await one.conversations.load(TALK);
    await other.conversations.send(TALK, { type: 'ReadMessages', upTo: null }, contextOf());
    await add(world, [sent(MARKED, SELLER)]);
    world.eventsRead();
    const { state, revision } = await one.conversations.load(TALK);
    expect(revision).toBe(MARKED);
    expect(world.eventsRead()).toBe(1);
    expect(state).toEqual((await world.process().conversations.loadWithHistory(TALK)).state);
  });

  test('is folded again if the log was replaced', async () => {
    await talk(world, 3);
    const process = world.process();
    await process.conversations.load(TALK);
    const restored = openWorld();
    await add(restored, [started]);
    for (const n of [1, 2, 3, 4]) await add(restored, [sent(100 + n)]);
    Object.assign(world.store, restored.store);
    const { state } = await process.conversations.load(TALK);
    expect(state.unread.seller.map(({ id }) => id)).toEqual([101, 102, 103, 104].map(idOf));
  });

  test('ahead of a restored log does not block the next command', async () => {
    await talk(world, 3);
    const process = world.process();
    await process.conversations.load(TALK);
    const restored = openWorld();
    await add(restored, [started, sent(1)]);
    Object.assign(world.store, restored.store);
    const by = { ...contextOf(), actor: { id: SELLER, role: 'member' } as const };
    const read = await process.conversations.send(TALK, { type: 'ReadMessages', upTo: idOf(1) }, by);
    expect(read).toMatchObject({ ok: true, value: { events: [{ type: 'ConversationRead' }] } });
  });

  test('holds no personal text, nor does its snapshot', async () => {
    await talk(world, SNAPSHOT_EVERY + 1);
    const { state } = await world.process().conversations.load(TALK);
    expect(JSON.stringify([state, ...world.snapshots.kept.values()])).not.toContain(SECRET);
    expect(world.snapshots.kept.size).toBe(1);
  });

  test('is evicted in favour of more recently used ones', () => {
    const states = openStateCache<{ stream: string; revision: number }>(100);
    for (const stream of ['a', 'b', 'c']) states.keep({ stream, revision: 10 });
    states.keep({ stream: 'a', revision: 11 });
    states.keep({ stream: 'd', revision: 10 });
    expect(['a', 'b', 'c', 'd'].filter((stream) => states.find(stream))).toEqual(['a', 'c', 'd']);
  });
});

test('ignores a snapshot of a release that reads other event versions', async () => {
  await talk(world, SNAPSHOT_EVERY);
  await world.process().conversations.load(TALK);
  const { events, snapshots } = aggregates.conversations;
  const other = { ...events, ConversationStarted: { ...events.ConversationStarted, version: 2 } };
  const keeping = { snapshots: world.snapshots, log: world.log };
  const resumed = (types: typeof events) => {
    const kept = keepSnapshots('conversation', types, snapshots!, keeping);
    return kept.resume(STREAM, async ({ revision }) => revision);
  };
  expect([await resumed(events), await resumed(other)]).toEqual([SNAPSHOT_EVERY - 1, undefined]);
});

describe('a snapshot of a long stream', () => {
  const LONG = 3 * SNAPSHOT_EVERY + 7;

  /** A process that has stored a snapshot while the conversation grew. */
  const grown = async () => {
    const process = world.process();
    await talk(world, SNAPSHOT_EVERY + 1);
    await process.conversations.load(TALK);
    for (let n = SNAPSHOT_EVERY + 1; n < LONG; n++) {
      await add(world, [sent(n)], `command ${n}`);
      await process.conversations.load(TALK);
    }
    world.eventsRead();
  };

  test('lets another process read only the end and reach the same state', async () => {
    await grown();
    const { state, revision } = await world.process().conversations.load(TALK);
    expect(revision).toBe(LONG - 1);
    expect(world.eventsRead()).toBeLessThanOrEqual(SNAPSHOT_EVERY + 1);
    expect(state).toEqual((await world.process().conversations.loadWithHistory(TALK)).state);
  });

  test('knows every earlier command: repeating the first returns its first result', async () => {
    await grown();
    for (const n of [1, 60, LONG - 1]) {
      const again = await world
        .process()
        .conversations.send(TALK, { type: 'ReadMessages', upTo: null }, contextOf(`command ${n}`));
      expect(again).toMatchObject({ ok: true, value: { repeated: true, events: [{ data: { messageId: idOf(n) } }] } });
    }
    expect((await world.journal.load(STREAM)).revision).toBe(LONG - 1);
  });

  test.each([
    ['whose text was changed', { content: '{}' }, 'it is not what was written'],
    ['whose revision was changed', { revision: 3 }, 'it is not what was written'],
    ['of another release', { version: 'f00d' }, 'it is of another release'],
  ])('is ignored if %s: the log names it once and the stream is read in full', async (_, change, reason) => {
    await grown();
    const snapshot = world.snapshots.kept.get(STREAM)!;
    world.snapshots.kept.set(STREAM, { ...snapshot, ...change });
    const { state, revision } = await world.process().conversations.load(TALK);
    expect([revision, world.eventsRead()]).toEqual([LONG - 1, LONG]);
    expect(state).toEqual((await world.process().conversations.loadWithHistory(TALK)).state);
    await world.process().conversations.load(TALK);
    const named = { stream: STREAM, type: 'conversation', revision: { ...snapshot, ...change }.revision };
    expect(world.log.lines).toMatchObject([{ level: 'warn', details: { ...named, code: 'unusableSnapshot' } }]);
    expect(world.log.lines[0]!.details.error).toBe(
      `the snapshot (conversation) at revision ${named.revision} of ${STREAM} cannot be used: ${reason}`,
    );
  });

  test('is ignored if it is from another log', async () => {
    await grown();
    const restored = openWorld();
    await talk(restored, LONG - 30);
    Object.assign(world.store, restored.store);
    const { revision } = await world.process().conversations.load(TALK);
    expect(revision).toBe(LONG - 31);
    expect(world.log.lines.map(({ details }) => details.error)).toEqual([
      expect.stringContaining('the stream is another one'),
    ]);
  });

  test('that cannot be saved blocks nothing', async () => {
    world.snapshots.keep = () => Promise.reject(new Error('the disk is full'));
    await talk(world, SNAPSHOT_EVERY + 1);
    expect((await world.process().conversations.load(TALK)).revision).toBe(SNAPSHOT_EVERY);
    expect(world.log.lines).toMatchObject([{ details: { stream: STREAM, error: 'Error: the disk is full' } }]);
  });
});

test('reports an event of another category as one clear error', async () => {
  await add(world, [started, { type: 'AllNotificationsRead', data: { at: 1 } }]);
  await expect(world.process().conversations.load(TALK)).rejects.toThrow(
    `AllNotificationsRead (version 1) at revision 1 of ${STREAM} cannot be read: it is no event of category conversation`,
  );
});
