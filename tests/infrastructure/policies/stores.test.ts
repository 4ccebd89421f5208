import { expect, test } from 'vitest';
import type { ProviderEvent } from '#domain/transactions/commands.ts';
import { openProviderEvents } from '#infrastructure/policies/providerEvents.ts';
import { openSchedule } from '#infrastructure/policies/schedule.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();

test('returns tasks when due and by subject', async () => {
  const schedule = openSchedule(database.knex);
  const task = { id: 'e1', kind: 'orphanCheck', subject: 's1', dueAt: 1_000, data: { listingId: 'l1' } } as const;
  await schedule.put(task);
  await schedule.put({ id: 'e2', kind: 'waitingForPayout', subject: 's2', dueAt: null, data: {} });
  expect(await schedule.due(999, 10)).toEqual([]);
  expect(await schedule.due(1_000, 10)).toEqual([task]);
  expect((await schedule.about('waitingForPayout', 's2')).map(({ id }) => id)).toEqual(['e2']);
  await schedule.put({ ...task, dueAt: 2_000 });
  expect(await schedule.due(1_000, 10)).toEqual([]);
  await schedule.remove('e1');
  expect(await schedule.due(9_000, 10)).toEqual([]);
});

test('writes ten thousand tasks in a few statements; the last one per id wins', async () => {
  const schedule = openSchedule(database.knex);
  let statements = 0;
  const count = () => {
    statements++;
  };
  database.knex.on('query', count);
  try {
    const task = (n: number, subject: string) =>
      ({ id: `many${n}`, kind: 'watched', subject, dueAt: 5, data: { n: `${n}` } }) as const;
    await schedule.putAll(Array.from({ length: 10_000 }, (_, n) => task(n, 'nobody')));
    await schedule.putAll([task(1, 'first'), task(1, 'last')]);
    expect(statements).toBeLessThan(10);
  } finally {
    database.knex.removeListener('query', count);
  }
  expect(await schedule.about('watched', 'last')).toEqual([
    { id: 'many1', kind: 'watched', subject: 'last', dueAt: 5, data: { n: '1' } },
  ]);
  await schedule.removeAll(Array.from({ length: 10_000 }, (_, n) => `many${n}`));
  expect(await schedule.due(9, 10)).toEqual([]);
});

const event = (eventId: string): ProviderEvent => ({
  eventId,
  occurredAt: 1,
  transactionId: 'tx',
  kind: 'payment.failed',
  sessionId: 'cs',
  reason: 'declined',
});

test('stores a provider event once by its id, even concurrently [L-038]', async () => {
  const events = openProviderEvents(database.knex);
  const kept = await Promise.all(Array.from({ length: 8 }, () => events.keep(event('evt_1'), 5)));
  expect(kept.filter(Boolean)).toHaveLength(1);
  expect(await events.find('evt_1')).toEqual(event('evt_1'));
  expect(await events.find('evt_2')).toBeUndefined();
});

test('returns unhandled events, oldest first', async () => {
  const events = openProviderEvents(database.knex);
  await events.keep(event('evt_3'), 5);
  await events.keep(event('evt_4'), 6);
  await events.markHandled('evt_1', 7, 'recorded');
  expect((await events.unhandled(10)).map(({ eventId }) => eventId)).toEqual(['evt_3', 'evt_4']);
  await events.markHandled('evt_3', 8, 'orphan');
  expect((await events.unhandled(10)).map(({ eventId }) => eventId)).toEqual(['evt_4']);
});
