import { beforeAll, expect, test } from 'vitest';
import { activityPage, activityQuery } from '#application/contract/notifications.ts';
import { historyQuery } from '#application/contract/transactions.ts';
import type { DomainEvent } from '#domain/events.ts';
import { accounts } from '#projections/accounts/projection.ts';
import { activity, activityOf } from '#projections/notifications/activity.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { BUYER, NOW, registered, SELLER } from '../given.ts';
import { fill } from '../harness.ts';
import { interleave, LISTING, openTransaction, TRANSACTION } from '../transactions/transactionRows.ts';

const database = useDatabase();
const story = openTransaction().completed();
const message = (n: number, senderId: string): DomainEvent => ({
  type: 'MessageSent',
  data: { at: NOW - 1_000 + n, messageId: String(n).padStart(32, '0'), senderId, content: 'a secret', image: null },
});
const talk: DomainEvent[] = [
  { type: 'ConversationStarted', data: { at: NOW - 1_000, buyerId: BUYER, sellerId: SELLER, listingId: LISTING } },
  message(1, BUYER),
  message(2, SELLER),
  message(3, BUYER),
  { type: 'ConversationRead', data: { at: NOW, readerId: BUYER, upTo: '0'.repeat(32) } },
];
const rating: DomainEvent = {
  type: 'SellerRated',
  data: { at: story.now + 1, transactionId: TRANSACTION, buyerId: BUYER, rating: 5 },
};
const words = { authorId: BUYER, sellerId: SELLER, rating: 5, text: 'a secret' };
const resolved = { authorId: 'c'.repeat(32), note: 'a secret' };
const review: DomainEvent[] = [
  { type: 'ReviewWritten', data: { at: story.now + 2, ...words } },
  { type: 'ReviewReportResolved', data: { at: story.now + 3, ...resolved, part: 'answer', outcome: 'kept' } },
  { type: 'ReviewReportResolved', data: { at: story.now + 4, ...resolved, part: 'review', outcome: 'removed' } },
];

const [RETURNED, RETURNING, REFUSING] = ['7'.repeat(32), '8'.repeat(32), '9'.repeat(32)] as const;
const refused = openTransaction({ id: RETURNED, buyerId: RETURNING, sellerId: REFUSING })
  .shipped()
  .buyer({ type: 'RequestReturn', text: 'too small', evidence: [] })
  .seller({ type: 'RefuseReturn', text: 'it is as described' });

beforeAll(() =>
  fill(
    database.knex,
    [accounts, activity],
    interleave({
      [`account-${BUYER}`]: [registered({ username: 'bea' })],
      [`transaction-${TRANSACTION}`]: story.events,
      [`conversation-${'f'.repeat(32)}`]: talk,
      [`account-${SELLER}`]: [registered({ username: 'sam' }), rating],
      [`review-${TRANSACTION}`]: review,
      [`account-${REFUSING}`]: [registered({ username: 'ann' })],
      [`transaction-${RETURNED}`]: refused.events,
    }),
  ),
);

const of = (account: string, query: object = {}) => activityOf(database.knex, account, activityQuery.parse(query));
const contents = async (account: string, query: object = {}) =>
  (await of(account, query)).activities.map(({ content }) => content);

test('shows each party its own side, newest first [D1-188]', async () => {
  expect(await contents(SELLER)).toEqual([
    'bea wrote a review of “Knight of the Azure Keep”',
    'bea rated you 5 out of 5',
    'You were paid for “Knight of the Azure Keep”',
    'The escrow of “Knight of the Azure Keep” has ended in your favour',
    'You shipped “Knight of the Azure Keep”',
    '“Knight of the Azure Keep” is paid: please ship it',
    'bea is buying “Knight of the Azure Keep”',
    'New message from bea',
    'New message from bea',
  ]);
  expect((await contents(BUYER))[0]).toBe('Your review of “Knight of the Azure Keep” was removed');
  expect((await contents(BUYER)).at(-2)).toBe('You are buying “Knight of the Azure Keep” from sam');
});

test('activity and history come in tens, from the first page on, of every kind, unless asked otherwise [D1-378] [D1-472]', () => {
  expect(activityQuery.parse({})).toEqual({ filter: 'all', page: 1, limit: 10 });
  expect(historyQuery.parse({ type: 'sale' })).toMatchObject({ page: 1, limit: 10 });
});

test('shows a refused return as such, not as a dispute', async () => {
  expect((await contents(RETURNING)).slice(0, 2)).toEqual([
    'ann refused the return of “Knight of the Azure Keep”',
    'You asked to return “Knight of the Azure Keep”',
  ]);
  expect((await contents(REFUSING))[0]).toBe('You refused the return of “Knight of the Azure Keep”');
});

test('can be filtered by message, sale or review, and every item has a link [D1-188]', async () => {
  expect(await contents(BUYER, { filter: 'message' })).toEqual(['New message from sam']);
  expect((await contents(BUYER, { filter: 'review' })).length).toBe(1);
  const [review] = (await of(SELLER, { filter: 'review' })).activities;
  expect(review!.link).toBe(`/transaction/${TRANSACTION}`);
  const [message] = (await of(BUYER, { filter: 'message' })).activities;
  expect(message!.link).toBe(`/messages/conversation/${BUYER}-${SELLER}-${LISTING}`);
  expect((await of(SELLER, { filter: 'sale' })).activities.every(({ type }) => type === 'sale')).toBe(true);
});

test('comes in pages and keeps no word of a message [D1-188]', async () => {
  const first = await of(SELLER, { limit: 5 });
  expect(activityPage.parse(first)).toEqual(first);
  expect(first).toMatchObject({ hasMore: true, currentPage: 1 });
  const second = await of(SELLER, { limit: 5, page: 2 });
  expect(second).toMatchObject({ hasMore: false, currentPage: 2 });
  expect(await of(SELLER, { limit: 3, page: 3 })).toMatchObject({ hasMore: false });
  expect([...first.activities, ...second.activities]).toEqual((await of(SELLER)).activities);
  expect(JSON.stringify(await database.knex.withSchema('read_activity').table('items'))).not.toContain('a secret');
});
