import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  AppendTooLarge,
  type EventStore,
  type NewEvent,
  type Position,
  type StoredEvent,
  StreamMoved,
} from '#application/ports/eventStore.ts';
import { bytesOf } from '#infrastructure/eventStores/pendingAppend.ts';

export const newEvent = (data: Record<string, unknown> = {}, type = 'Noted'): NewEvent => ({
  id: randomUUID(),
  type,
  version: 1,
  data,
  metadata: {
    correlationId: 'correlation',
    causationId: 'cause',
    actor: { id: 'someone', role: 'member' },
    commandId: 'command',
    prevHash: null,
    hash: 'hash',
  },
});

/** A stream for this test only. */
export const newStream = (): string => `note-${randomUUID().replaceAll('-', '')}`;

/** Everything after a position until the subscription has caught up. */
const upToNow = async (store: EventStore, after?: Position, batchSize?: number): Promise<StoredEvent[][]> => {
  const batches: StoredEvent[][] = [];
  const subscription = { after, signal: new AbortController().signal, ...(batchSize && { batchSize }) };
  for await (const delivery of store.subscribeAll(subscription)) {
    if (delivery.kind === 'caughtUp') break;
    batches.push(delivery.events);
  }
  return batches;
};

/** The contract of the event store port. Within one test, each `open` returns a store on the same data. */
export const eventStoreContract = (
  name: string,
  open: () => EventStore | Promise<EventStore>,
  { idsAreLookedForIn = 'all streams' }: { idsAreLookedForIn?: 'all streams' | 'their stream' } = {},
): void => {
  describe(`${name} as an event store`, () => {
    let store: EventStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    test('returns appended events in order with their envelope', async () => {
      const stream = newStream();
      const facts = [
        newEvent({ text: 'Größe "L" \u2028 😀', nested: { list: [1, null, true] } }),
        newEvent({ n: 1.5 }),
      ];
      const before = Date.now();
      const { revision, position } = await store.append(stream, facts, 'none');
      const stored = await store.readStream(stream);
      expect(stored).toMatchObject(facts.map((event, index) => ({ ...event, stream, revision: index })));
      expect(revision).toBe(1);
      expect(position).toBe(stored[1]!.position);
      expect(stored[0]!.recordedAt).toBeGreaterThanOrEqual(before - 5_000);
      expect(stored[0]!.recordedAt).toBeLessThanOrEqual(Date.now() + 5_000);
    });

    test('reads a missing stream as empty', async () => {
      expect(await store.readStream(newStream())).toEqual([]);
    });

    test('reads a stream from a given revision', async () => {
      const stream = newStream();
      await store.append(stream, [newEvent({ n: 0 }), newEvent({ n: 1 }), newEvent({ n: 2 })], 'none');
      expect((await store.readStream(stream, { from: 1 })).map(({ data }) => data)).toEqual([{ n: 1 }, { n: 2 }]);
      expect(await store.readStream(stream, { from: 3 })).toEqual([]);
      const numbersIn = async (from: number, limit: number) =>
        (await store.readStream(stream, { from, limit })).map(({ data }) => data.n);
      expect(await Promise.all([numbersIn(0, 2), numbersIn(1, 1), numbersIn(2, 9)])).toEqual([[0, 1], [1], [2]]);
    });

    test('answers concurrent reads separately, also of the same stream', async () => {
      const [long, short, none] = [newStream(), newStream(), newStream()];
      await store.append(long, [newEvent({ n: 0 }), newEvent({ n: 1 }), newEvent({ n: 2 })], 'none');
      await store.append(short, [newEvent({ n: 3 })], 'none');
      const asked = [
        [long, 1],
        [none, 0],
        [short, 0],
        [long, 0],
        [long, 1],
        [short, 1],
      ] as const;
      const answers = await Promise.all(asked.map(([stream, from]) => store.readStream(stream, { from })));
      expect(answers.map((events) => events.map(({ data }) => data.n))).toEqual([
        [1, 2],
        [],
        [3],
        [0, 1, 2],
        [1, 2],
        [],
      ]);
      expect(answers[3]).toEqual(await store.readStream(long));
    });

    test('gives positions of 20 digits that sort in log order', async () => {
      const streams = [newStream(), newStream()];
      const positions: Position[] = [];
      for (let n = 0; n < 12; n++) {
        const expected = n < 2 ? 'none' : Math.floor(n / 2) - 1;
        positions.push((await store.append(streams[n % 2]!, [newEvent({ n })], expected)).position);
      }
      for (const position of positions) expect(position).toMatch(/^\d{20}$/);
      expect([...positions].sort()).toEqual(positions);
      expect(await store.head()).toBe(positions.at(-1));
    });

    test.each([
      ['a new stream that exists', 'none' as const],
      ['a revision that is behind', 0],
      ['a revision that is ahead', 2],
    ])('refuses an append that expects %s and writes nothing', async (_, expected) => {
      const stream = newStream();
      await store.append(stream, [newEvent(), newEvent()], 'none');
      const head = await store.head();
      const refusal = await store.append(stream, [newEvent()], expected).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(StreamMoved);
      expect(refusal).toMatchObject({ stream });
      expect(await store.readStream(stream)).toHaveLength(2);
      expect(await store.head()).toBe(head);
    });

    test('refuses to continue a stream that does not exist', async () => {
      await expect(store.append(newStream(), [newEvent()], 0)).rejects.toBeInstanceOf(StreamMoved);
    });

    test('writes nothing and answers as before when the same ids are appended again, also after the stream has moved on [L-028]', async () => {
      const stream = newStream();
      const facts = [newEvent({ n: 0 }), newEvent({ n: 1 })];
      const first = await store.append(stream, facts, 'none');
      expect(await store.append(stream, facts, 'none')).toEqual(first);
      await store.append(stream, [newEvent({ n: 2 })], 1);
      expect(await store.append(stream, facts, 'none')).toEqual(first);
      const undashed = facts.map((event) => ({ ...event, id: event.id.replaceAll('-', '') }));
      expect(await store.append(stream, undashed, 'none')).toEqual(first);
      expect(await store.readStream(stream)).toHaveLength(3);
    });

    test('writes the same ids once when they are appended concurrently, and answers all alike [L-028]', async () => {
      const stream = newStream();
      const facts = [newEvent({ n: 0 }), newEvent({ n: 1 })];
      const answers = await Promise.all(Array.from({ length: 20 }, () => store.append(stream, facts, 'none')));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(await store.readStream(stream)).toHaveLength(2);
    });

    // Ids derive from the stream name, so no real append can hit this case.
    const everywhere = test.skipIf(idsAreLookedForIn === 'their stream');
    everywhere('an id that is stored in another stream is refused, and its neighbours are written', async () => {
      const taken = newEvent();
      await store.append(newStream(), [taken], 'none');
      const streams = Array.from({ length: 5 }, newStream);
      const outcomes = await Promise.allSettled(
        streams.map((stream, index) => store.append(stream, [index === 2 ? taken : newEvent()], 'none')),
      );
      expect(outcomes.map(({ status }) => status)).toEqual(
        streams.map((_, index) => (index === 2 ? 'rejected' : 'fulfilled')),
      );
      const lengths = await Promise.all(streams.map(async (stream) => (await store.readStream(stream)).length));
      expect(lengths).toEqual([1, 1, 0, 1, 1]);
    });

    test('lets exactly one writer win a race for a revision [L-029]', async () => {
      const stream = newStream();
      await store.append(stream, [newEvent()], 'none');
      const outcomes = await Promise.allSettled(
        Array.from({ length: 10 }, (_, n) => store.append(stream, [newEvent({ n })], 0)),
      );
      const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(lost).toHaveLength(9);
      for (const { reason } of lost) expect(reason).toBeInstanceOf(StreamMoved);
      expect(await store.readStream(stream)).toHaveLength(2);
    });

    test('accepts an append of 1 MiB; refuses a larger one without a trace', async () => {
      const stream = newStream();
      const blank = newEvent({ text: '' });
      const json = { data: JSON.stringify(blank.data), metadata: JSON.stringify(blank.metadata) };
      const rest = 1024 * 1024 - bytesOf({ type: blank.type, ...json });
      await store.append(stream, [{ ...blank, data: { text: 'x'.repeat(rest) } }], 'none');
      const tooLarge = [newEvent({ text: 'x'.repeat(700_000) }), newEvent({ text: 'x'.repeat(700_000) })];
      await expect(store.append(stream, tooLarge, 0)).rejects.toBeInstanceOf(AppendTooLarge);
      const oneMore = { ...newEvent(), data: { text: 'x'.repeat(rest + 1) } };
      await expect(store.append(stream, [oneMore], 0)).rejects.toBeInstanceOf(AppendTooLarge);
      expect(await store.readStream(stream)).toHaveLength(1);
    });

    test('reads all events page by page after a position', async () => {
      const start = await store.head();
      const stream = newStream();
      await store.append(stream, [newEvent({ n: 0 }), newEvent({ n: 1 }), newEvent({ n: 2 })], 'none');
      const first = await store.readAll({ after: start, limit: 2 });
      const second = await store.readAll({ after: first[1]!.position, limit: 2 });
      expect([...first, ...second].map(({ data }) => data)).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }]);
      expect(await store.readAll({ after: await store.head(), limit: 2 })).toEqual([]);
    });

    test('delivers in batches after the given position and reports the end of the backlog', async () => {
      const start = (await store.append(newStream(), [newEvent()], 'none')).position;
      const stream = newStream();
      await store.append(
        stream,
        Array.from({ length: 7 }, (_, n) => newEvent({ n })),
        'none',
      );
      const batches = await upToNow(store, start, 3);
      expect(batches.map((batch) => batch.length)).toEqual([3, 3, 1]);
      expect(batches.flat().map(({ data }) => data.n)).toEqual([0, 1, 2, 3, 4, 5, 6]);
      expect(batches.flat()).toEqual(await store.readStream(stream));
    });

    test('starts a subscription without a position at the first event', async () => {
      await store.append(newStream(), [newEvent()], 'none');
      const [first] = await store.readAll({ limit: 1 });
      const [[delivered] = []] = await upToNow(store);
      expect(delivered).toEqual(first);
    });

    test('delivers each new event to a caught-up subscription at once and only once', async () => {
      const stop = new AbortController();
      const stream = newStream();
      const heard: unknown[] = [];
      const started = Date.now();
      for await (const delivery of store.subscribeAll({ after: await store.head(), signal: stop.signal })) {
        if (delivery.kind === 'events') heard.push(...delivery.events.map(({ data }) => data.n));
        else if (heard.length === 50) stop.abort();
        else
          await store.append(stream, [newEvent({ n: heard.length })], heard.length === 0 ? 'none' : heard.length - 1);
      }
      expect(heard).toEqual(Array.from({ length: 50 }, (_, n) => n));
      // Notified, not polled: fifty polls would take fifty seconds.
      expect(Date.now() - started).toBeLessThan(10_000);
    });

    test('ends a waiting subscription when its signal aborts or the store closes', async () => {
      const stop = new AbortController();
      const ended: string[] = [];
      const wait = async (who: string, signal: AbortSignal) => {
        for await (const { kind } of store.subscribeAll({ after: await store.head(), signal }))
          if (kind === 'caughtUp') ended.push(`${who} waits`);
        ended.push(`${who} ended`);
      };
      const both = [wait('first', stop.signal), wait('second', new AbortController().signal)];
      await expect.poll(() => ended.length).toBe(2);
      stop.abort();
      await both[0];
      await store.close();
      await both[1];
      expect(ended.slice(2)).toEqual(['first ended', 'second ended']);
    });
  });
};
