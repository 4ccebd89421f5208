import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/shared/instants.ts';
import { dueDeadlines, markReminderFired } from '#projections/transactions/deadlines.ts';
import { deadlines } from '#projections/transactions/projection.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { NOW } from '../given.ts';
import { fill } from '../harness.ts';
import { interleave, openTransaction, TRANSACTION } from './transactionRows.ts';

const database = useDatabase();
type Story = ReturnType<typeof openTransaction>;
const given = (...stories: Story[]) =>
  fill(
    database.knex,
    [deadlines],
    interleave(
      Object.fromEntries(stories.map(({ sale: transaction, events }) => [`transaction-${transaction.id}`, events])),
    ),
  );
const due = (now: number, limit = 100) => dueDeadlines(database.knex, now, limit);

test('a new sale arms its payment window, due to the millisecond', async () => {
  await given(openTransaction().created());
  expect(await due(NOW + 30 * MINUTE - 1)).toEqual([]);
  expect(await due(NOW + 30 * MINUTE)).toEqual([
    { transactionId: TRANSACTION, kind: 'paymentWindow', dueAt: NOW + 30 * MINUTE },
  ]);
});

test('payment replaces it by the shipment deadline, its reminder and the escalation', async () => {
  const story = openTransaction().paid();
  await given(story);
  expect(await due(NOW + 1_000 * DAY)).toEqual([
    { transactionId: TRANSACTION, kind: 'shipReminder', dueAt: story.now + 72 * HOUR },
    { transactionId: TRANSACTION, kind: 'shipment', dueAt: story.now + 96 * HOUR },
    { transactionId: TRANSACTION, kind: 'escalation', dueAt: story.now + 75 * DAY },
  ]);
});

test('a sale that is over has none', async () => {
  await given(openTransaction().completed());
  expect(await due(NOW + 1_000 * DAY)).toEqual([]);
});

test('the oldest come first, and no more than asked for', async () => {
  const stories = [3, 1, 2].map((n) => openTransaction({ id: String(n).repeat(32), at: NOW + n }).created());
  await given(...stories);
  expect((await due(NOW + DAY, 2)).map(({ transactionId }) => transactionId)).toEqual(['1'.repeat(32), '2'.repeat(32)]);
});

test('a reminder that went out is not due again, nor after a rebuild', async () => {
  const story = openTransaction().shipped();
  await given(story);
  const notice = { transactionId: TRANSACTION, kind: 'firstNotice', dueAt: story.now + 9 * DAY } as const;
  expect(await due(story.now + 9 * DAY)).toEqual([notice]);
  expect(await markReminderFired(database.knex, notice, story.now + 9 * DAY)).toBe(true);
  expect(await markReminderFired(database.knex, notice, story.now + 9 * DAY)).toBe(false);
  expect(await due(story.now + 9 * DAY)).toEqual([]);
  expect(await due(story.now + 11 * DAY - 1)).toEqual([]);
  expect(await due(story.now + 11 * DAY)).toHaveLength(1);
  await given(story);
  expect(await due(story.now + 9 * DAY)).toEqual([]);
});
