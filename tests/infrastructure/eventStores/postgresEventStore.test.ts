import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EventStore, StreamMoved } from '#application/ports/eventStore.ts';
import { openPostgresEventStore } from '#infrastructure/eventStores/postgresEventStore.ts';
import { newEvent, newStream } from '#tests/contract/eventStore/eventStoreContract.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();
let here: EventStore;
let elsewhere: EventStore;
beforeEach(() => {
  here = openPostgresEventStore({ connectionString: database.url });
  elsewhere = openPostgresEventStore({ connectionString: database.url });
});
afterEach(() => Promise.all([here.close(), elsewhere.close()]));

test('lets one of two processes win a race for a revision and tells the other [L-029]', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) => {
      const stream = `race-${Math.floor(n / 2)}`;
      return (n % 2 ? here : elsewhere).append(stream, [newEvent({ n })], 'none');
    }),
  );
  const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(lost).toHaveLength(20);
  for (const { reason } of lost) expect(reason).toBeInstanceOf(StreamMoved);
});

test('writes the same command in two processes once and answers both alike [L-028]', async () => {
  const events = Array.from({ length: 20 }, () => [newEvent(), newEvent()]);
  const append = (store: EventStore) => Promise.all(events.map((pair, n) => store.append(`twice-${n}`, pair, 'none')));
  const [one, two] = await Promise.all([append(here), append(elsewhere)]);
  expect(one).toEqual(two);
  expect(await here.readStream('twice-7')).toHaveLength(2);
});

test('needs few commits for many concurrent appends, with one notification each', async () => {
  const listener = new Client({ connectionString: database.url });
  await listener.connect();
  const heard: string[] = [];
  listener.on('notification', ({ payload }) => heard.push(payload ?? ''));
  await listener.query('LISTEN events_appended');
  const answers = await Promise.all(Array.from({ length: 100 }, () => here.append(newStream(), [newEvent()], 'none')));
  const last = answers
    .map(({ position }) => position)
    .sort()
    .at(-1)!;
  await expect.poll(() => heard.at(-1)?.padStart(20, '0')).toBe(last);
  await listener.end();
  expect(heard.length).toBeLessThanOrEqual(3);
});

test('notifies a subscription in another process without polling', async () => {
  const stop = new AbortController();
  const waits: number[] = [];
  let appendedAt = 0;
  const stream = newStream();
  for await (const delivery of elsewhere.subscribeAll({ after: await elsewhere.head(), signal: stop.signal })) {
    if (delivery.kind === 'events') waits.push(performance.now() - appendedAt);
    if (delivery.kind === 'events') continue;
    if (waits.length === 20) {
      stop.abort();
      continue;
    }
    appendedAt = performance.now();
    await here.append(stream, [newEvent()], waits.length === 0 ? 'none' : waits.length - 1);
  }
  expect(waits.sort((a, b) => a - b)[10]).toBeLessThan(500);
});

test('never changes or deletes stored events', async () => {
  await here.append(newStream(), [newEvent()], 'none');
  const { knex } = database;
  await expect(knex('events').update({ type: 'Other' })).rejects.toThrow('never changed');
  await expect(knex('events').delete()).rejects.toThrow('never changed');
  await expect(knex.raw('TRUNCATE events')).rejects.toThrow('never changed');
});

test('waits for running appends when closing and refuses new ones', async () => {
  const stream = newStream();
  const begun = Array.from({ length: 10 }, (_, n) => here.append(`${stream}${n}`, [newEvent()], 'none'));
  await here.close();
  await expect(Promise.all(begun)).resolves.toHaveLength(10);
  await expect(here.append(stream, [newEvent()], 'none')).rejects.toMatchObject({ name: 'EventStoreUnavailable' });
});
