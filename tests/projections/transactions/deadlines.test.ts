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

test('arms the payment window of a new transaction, to the millisecond', async () => {
  await given(openTransaction().created());
  expect(await due(NOW + 30 * MINUTE - 1)).toEqual([]);
  expect(await due(NOW + 30 * MINUTE)).toEqual([
    { transactionId: TRANSACTION, kind: 'paymentWindow', dueAt: NOW + 30 * MINUTE },
  ]);
});

test('replaces it on payment with the shipment deadline, its reminder and the escalation', async () => {
  const story = openTransaction().paid();
  await given(story);
  expect(await due(NOW + 1_000 * DAY)).toEqual([
    { transactionId: TRANSACTION, kind: 'shipReminder', dueAt: story.now + 72 * HOUR },
    { transactionId: TRANSACTION, kind: 'shipment', dueAt: story.now + 96 * HOUR },
    { transactionId: TRANSACTION, kind: 'escalation', dueAt: story.now + 75 * DAY },
  ]);
});

test('has no deadlines for a transaction that is over', async () => {
  await given(openTransaction().completed());
  expect(await due(NOW + 1_000 * DAY)).toEqual([]);
});

test('returns the oldest first, up to the limit', async () => {
  const stories = [3, 1, 2].map((n) => openTransaction({ id: String(n).repeat(32), at: NOW + n }).created());
  await given(...stories);
  expect((await due(NOW + DAY, 2)).map(({ transactionId }) => transactionId)).toEqual(['1'.repeat(32), '2'.repeat(32)]);
});

test('does not repeat a sent reminder, even after a rebuild', async () => {
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
