import { describe, expect, test } from 'vitest';
import { notificationPage } from '#application/contract/notifications.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import type { DomainEvent } from '#domain/events.ts';
import type { NotificationStateEvent } from '#domain/notifications/notificationState.ts';
import { NOTIFICATIONS } from '#domain/notifications/notifications.ts';
import { DAY } from '#domain/shared/instants.ts';
import { accounts } from '#projections/accounts/projection.ts';
import { listings } from '#projections/listings/projection.ts';
import { savedSearches } from '#projections/listings/savedSearches/projection.ts';
import { notifications } from '#projections/notifications/projection.ts';
import { hasNotification, notificationsOf, unreadCountOf } from '#projections/notifications/queries.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { BUYER, NOW, registered, SELLER } from '../given.ts';
import { fill } from '../harness.ts';
import { interleave, LISTING, openTransaction, TRANSACTION, VERIFIED } from '../transactions/transactionRows.ts';

const database = useDatabase();
const TALK = 'f'.repeat(32);
const at = NOW;
const started = {
  type: 'ConversationStarted',
  data: { at, buyerId: BUYER, sellerId: SELLER, listingId: LISTING },
} as const;
const message = (n: number, senderId = BUYER): DomainEvent => ({
  type: 'MessageSent',
  data: { at: NOW + n, messageId: String(n).padStart(32, '0'), senderId, content: 'a secret', image: null },
});
const readBy = (readerId: string): DomainEvent => ({
  type: 'ConversationRead',
  data: { at, readerId, upTo: '0'.repeat(32) },
});
const rating = { type: 'SellerRated', data: { at, transactionId: TRANSACTION, buyerId: BUYER, rating: 4 } } as const;

const people = {
  [`account-${BUYER}`]: [registered({ username: 'bea' })],
  [`account-${SELLER}`]: [registered({ username: 'sam' })],
};
const show = (history: Recorded[]) => fill(database.knex, [accounts, listings, notifications, savedSearches], history);
const given = (streams: Record<string, readonly DomainEvent[]>) =>
  show(
    interleave({
      ...streams,
      ...Object.fromEntries(Object.entries(people).filter(([stream]) => !(stream in streams))),
    }),
  );
const page = (account: string, query: Partial<Parameters<typeof notificationsOf>[2]> = {}) =>
  notificationsOf(database.knex, account, { page: 1, limit: 10, ...query });
const types = async (account: string) => (await page(account)).notifications.map(({ type }) => type).sort();

describe('a notification about', () => {
  test('a purchase to the buyer, a sale to the seller [D1-182]', async () => {
    await given({ [`transaction-${TRANSACTION}`]: openTransaction().created().events });
    expect(await types(BUYER)).toEqual(['purchase']);
    expect(await types(SELLER)).toEqual(['sale']);
  });

  test('the captured payment to both [D1-183]', async () => {
    await given({ [`transaction-${TRANSACTION}`]: openTransaction().paid().events });
    expect(await types(BUYER)).toEqual(['payment_success', 'purchase']);
    expect(await types(SELLER)).toEqual(['sale', 'sale_payment_received']);
  });

  test('a failed payment to the buyer, the end of the payment window to both [D1-184]', async () => {
    await given({ [`transaction-${TRANSACTION}`]: openTransaction().failed().events });
    expect(await types(BUYER)).toEqual(['payment_failed', 'purchase']);
    expect(await types(SELLER)).toEqual(['sale']);
    await given({ [`transaction-${TRANSACTION}`]: openTransaction().expired().events });
    expect(await types(BUYER)).toEqual(['payment_timeout', 'purchase']);
    expect(await types(SELLER)).toEqual(['payment_timeout', 'sale']);
  });

  test('the other party’s action says what the reader has to do', async () => {
    await given({ [`transaction-${TRANSACTION}`]: openTransaction().disputed().events });
    const [dispute] = (await page(SELLER)).notifications;
    expect(dispute).toMatchObject({
      type: 'dispute',
      content: 'bea opened a dispute over €10.00 about “Knight of the Azure Keep”. Please answer it.',
      transaction: { _id: TRANSACTION },
      read: false,
    });
    expect(await types(BUYER)).toEqual(['payment_success', 'purchase', 'shipping']);
    await given({ [`transaction-${TRANSACTION}`]: openTransaction().completed().events });
    expect(await types(SELLER)).toEqual(['escrow', 'payout', 'payout', 'sale', 'sale_payment_received', 'shipping']);
  });

  test('the end of a hold does not promise that the transaction continues', async () => {
    const bank = (chargebackId: string) => ({ chargebackId, amount: 500, currency: 'EUR' });
    const story = openTransaction()
      .paid()
      .told({ kind: 'chargeback.opened', ...bank('cb1') })
      .told({ kind: 'chargeback.opened', ...bank('cb2') })
      .told({ kind: 'chargeback.lost', ...bank('cb1') })
      .staff({ type: 'PlaceStaffHold', reason: 'it looks odd' })
      .told({ kind: 'chargeback.won', ...bank('cb2') })
      .staff({ type: 'LiftStaffHold', reason: 'all is well', seller: VERIFIED });
    expect(story.events.at(-1)?.type).toBe('RefundRequested');
    await given({ [`transaction-${TRANSACTION}`]: story.events });
    const contents = (await page(SELLER)).notifications.map(({ content }) => content).join(' ');
    expect(contents).toContain('Our staff lifted their hold');
    expect(contents).toContain('The hold has ended.');
    expect(contents).not.toContain('goes on');
  });

  test('a dispute asks the seller for an answer only if one is expected, and comes once if a return became the dispute [L-085] [L-089] [L-109]', async () => {
    const paused = openTransaction().paused();
    const expired = paused.at(paused.sale.pauseLimitAt!).due('pauseLimit');
    const opened = openTransaction()
      .paused()
      .later(8 * DAY)
      .seller({ type: 'OpenDispute', category: 'PAUSED_TOO_LONG', claim: 0, text: 'it was delivered', evidence: [] });
    const refused = openTransaction()
      .shipped()
      .buyer({ type: 'RequestReturn', text: 'too small', evidence: [] })
      .seller({ type: 'RefuseReturn', text: 'it is as described' });
    const told = async ({ events }: typeof paused, account: string) => {
      await given({ [`transaction-${TRANSACTION}`]: events });
      return (await page(account)).notifications.flatMap(({ type, content }) => (type === 'dispute' ? [content] : []));
    };
    const item = '“Knight of the Azure Keep”';
    const review = `Our staff review the dispute about ${item}.`;
    expect(await told(expired, SELLER)).toEqual([
      `The pause of ${item} has ended, and a dispute over €42.00 was opened. Please answer it.`,
    ]);
    expect(await told(expired, BUYER)).toEqual([
      `The pause of ${item} has ended, and a dispute was opened. sam has to answer it.`,
    ]);
    expect(await told(opened, BUYER)).toEqual(
      expect.arrayContaining([`sam opened a dispute about ${item}. Our staff look at it.`, review]),
    );
    for (const party of [BUYER, SELLER]) expect(await told(refused, party)).toEqual([review]);
  });

  test('a sale cancelled by its seller before payment promises no refund [D2-184]', async () => {
    const cancelled = openTransaction().created().seller({ type: 'Cancel', reason: 'UNAVAILABLE', otherReason: null });
    await given({ [`transaction-${TRANSACTION}`]: cancelled.events });
    const told = (await page(BUYER)).notifications.find(({ type }) => type === 'cancellation');
    expect(told?.content).toBe(
      'The sale of “Knight of the Azure Keep” was cancelled. Anything you have paid comes back.',
    );
  });

  test('a failed payout goes to the seller, and mentions a retry only if there is one', async () => {
    const failed = (retryAt: number | null) =>
      ({ type: 'PayoutFailed', data: { at, payoutId: 'p1', reason: 'closed', retryAt } }) as const;
    const told = async (retryAt: number | null) => {
      await given({ [`transaction-${TRANSACTION}`]: [...openTransaction().created().events, failed(retryAt)] });
      return (await page(SELLER)).notifications.find(({ type }) => type === 'payout')?.content;
    };
    expect(await told(at + 1)).toMatch(/failed and is tried again\.$/);
    expect(await told(null)).toMatch(/failed again\. Our staff take care of it\.$/);
  });

  test('a rejected bank account goes to its owner', async () => {
    const rejected = { type: 'BankAccountRejected', data: { at, reason: 'closed' } } as const;
    await given({ [`account-${SELLER}`]: [registered(), rejected] });
    const content = 'Your bank account could not be verified. Please check your bank details.';
    expect((await page(SELLER)).notifications).toMatchObject([{ type: 'account', content, transaction: null }]);
  });

  test('a rating to the seller who was rated [D1-181]', async () => {
    await given({
      [`transaction-${TRANSACTION}`]: openTransaction().completed().events,
      [`account-${SELLER}`]: [registered(), rating],
    });
    expect(await types(SELLER)).toContain('review');
    expect(await types(BUYER)).not.toContain('review');
    const review = (await page(SELLER)).notifications.find(({ type }) => type === 'review');
    expect(review).toMatchObject({ listing: LISTING, sender: { _id: BUYER }, content: 'bea rated you 4 out of 5' });
  });

  const words = { at: at + 1, authorId: BUYER, sellerId: SELLER, rating: 4, text: 'Well packed.' };
  const written = { type: 'ReviewWritten', data: words } as const;
  const resolved = (part: 'review' | 'answer', outcome: 'kept' | 'removed') =>
    ({
      type: 'ReviewReportResolved',
      data: { at: at + 3, authorId: 'c'.repeat(32), part, outcome, note: 'Rude' },
    }) as const;

  test('a later review goes to the seller and names the listing', async () => {
    await given({
      [`transaction-${TRANSACTION}`]: openTransaction().completed().events,
      [`review-${TRANSACTION}`]: [written],
    });
    const about = { type: 'review', listing: LISTING, transaction: { _id: TRANSACTION }, sender: { _id: BUYER } };
    const content =
      'bea rated you 4 out of 5 and wrote a review of “Knight of the Azure Keep”. You can answer it on your page.';
    expect((await page(SELLER)).notifications).toContainEqual(expect.objectContaining({ ...about, content }));
    expect(await types(BUYER)).not.toContain('review');
  });

  test('a rating and its review is one, unless the rating was read before', async () => {
    const stories = {
      [`transaction-${TRANSACTION}`]: openTransaction().completed().events,
      [`account-${SELLER}`]: [registered(), rating],
    };
    const reviews = async () =>
      (await page(SELLER)).notifications.flatMap(({ type, content, read }) =>
        type === 'review' ? [[content, read]] : [],
      );
    const both =
      'bea rated you 4 out of 5 and wrote a review of “Knight of the Azure Keep”. You can answer it on your page.';
    await given({ ...stories, [`review-${TRANSACTION}`]: [written] });
    expect(await reviews()).toEqual([[both, false]]);
    const read = { type: 'AllNotificationsRead', data: { at } } as const;
    await given({ ...stories, [`inbox-${SELLER}`]: [read], [`review-${TRANSACTION}`]: [written] });
    expect(await reviews()).toEqual([
      [both, false],
      ['bea rated you 4 out of 5', true],
    ]);
  });

  test('a removed review keeps only the rating', async () => {
    const stories = {
      [`transaction-${TRANSACTION}`]: openTransaction().completed().events,
      [`account-${SELLER}`]: [registered(), rating],
    };
    const told = async () =>
      (await page(SELLER)).notifications.flatMap(({ type, content }) => (type === 'review' ? [content] : []));
    const read = { type: 'AllNotificationsRead', data: { at } } as const;
    const readLater = { type: 'AllNotificationsRead', data: { at: at + 2 } } as const;
    for (const notificationState of [[], [read], [readLater]]) {
      const before = { ...stories, ...(notificationState.length > 0 && { [`inbox-${SELLER}`]: notificationState }) };
      await given({ ...before, [`review-${TRANSACTION}`]: [written, resolved('review', 'kept')] });
      expect(await told()).toContainEqual(expect.stringContaining('You can answer it on your page.'));
      await given({ ...before, [`review-${TRANSACTION}`]: [written, resolved('review', 'removed')] });
      expect(await told()).toEqual(['bea rated you 4 out of 5']);
    }
  });

  test.each([
    ['review', BUYER, SELLER],
    ['answer', SELLER, BUYER],
  ] as const)('a removed %s goes to its author alone', async (part, author, other) => {
    const stories = { [`transaction-${TRANSACTION}`]: openTransaction().completed().events };
    await given({ ...stories, [`review-${TRANSACTION}`]: [written, resolved(part, 'removed')] });
    const [told] = (await page(author)).notifications.filter(({ type }) => type === 'review_removed');
    expect(told).toMatchObject({
      transaction: { _id: TRANSACTION },
      content: expect.stringMatching(/^Our staff removed your/),
    });
    expect(await types(other)).not.toContain('review_removed');
    await given({ ...stories, [`review-${TRANSACTION}`]: [written, resolved(part, 'kept')] });
    expect(await types(author)).not.toContain('review_removed');
  });

  test('messages to their recipient, several unread ones of a conversation as one [D1-180]', async () => {
    await given({ [`conversation-${TALK}`]: [started, message(1), message(2), message(3, SELLER)] });
    expect((await page(SELLER)).notifications).toMatchObject([
      {
        type: 'message',
        content: '2 new messages from bea',
        sender: { _id: BUYER },
        listing: LISTING,
        transaction: null,
      },
    ]);
    expect((await page(BUYER)).notifications).toMatchObject([{ content: 'New message from sam' }]);
  });

  test('a message after the conversation was read is a new one; the old one is read', async () => {
    await given({ [`conversation-${TALK}`]: [started, message(1), readBy(SELLER), message(2)] });
    expect((await page(SELLER)).notifications.map(({ read }) => read)).toEqual([false, true]);
  });

  test('any event has one of the documented types and no text of a message [D1-179]', async () => {
    expect(Object.keys(NOTIFICATIONS).sort()).toEqual([
      'message',
      'payment_failed',
      'payment_success',
      'payment_timeout',
      'purchase',
      'review',
      'sale',
      'sale_payment_received',
    ]);
    await given({
      [`transaction-${TRANSACTION}`]: openTransaction().completed().events,
      [`account-${SELLER}`]: [registered(), rating],
      [`conversation-${TALK}`]: [started, message(1)],
    });
    for (const account of [BUYER, SELLER]) {
      const shown = await page(account);
      expect(notificationPage.parse(shown)).toEqual(shown);
      expect(JSON.stringify(shown)).not.toContain('a secret');
    }
  });
});

test('a notification has an id, a text, whether it is read, and when it was made [D1-176] [D1-177] [D1-178]', async () => {
  await given({ [`transaction-${TRANSACTION}`]: openTransaction().created().events });
  const [notification] = (await page(SELLER)).notifications;
  expect(notification).toEqual({
    _id: expect.stringMatching(/^[0-9a-f]{32}$/),
    type: 'sale',
    content: 'bea is buying “Knight of the Azure Keep”. It is reserved while they pay.',
    read: false,
    createdAt: '2026-06-01T12:00:00.000Z',
    sender: { _id: BUYER },
    transaction: { _id: TRANSACTION },
    listing: LISTING,
  });
});

describe('the inbox', () => {
  const sale = { [`transaction-${TRANSACTION}`]: openTransaction().paid().events };
  const seller = (...events: NotificationStateEvent[]) => given({ ...sale, [`inbox-${SELLER}`]: events });
  const idsOf = async (account: string) => {
    await given(sale);
    return (await page(account)).notifications.map(({ _id }) => _id);
  };

  test('knows what its reader did, and its ids survive every rebuild [D1-176] [D1-186]', async () => {
    const [newest, oldest] = (await idsOf(SELLER)) as [string, string];
    await seller({ type: 'NotificationRead', data: { at, notificationId: newest } });
    expect((await page(SELLER)).notifications.map(({ _id, read }) => [_id, read])).toEqual([
      [newest, true],
      [oldest, false],
    ]);
    expect(await unreadCountOf(database.knex, SELLER)).toBe(1);
    await seller({ type: 'NotificationDeleted', data: { at, notificationId: newest } });
    expect((await page(SELLER)).notifications.map(({ _id }) => _id)).toEqual([oldest]);
    expect(await hasNotification(database.knex, SELLER, newest)).toBe(false);
    await seller({ type: 'AllNotificationsRead', data: { at } });
    expect(await page(SELLER)).toMatchObject({ unreadCount: 0, notifications: [{ read: true }, { read: true }] });
    expect((await page(BUYER)).unreadCount).toBe(2);
  });

  test('nobody can change another account’s notifications', async () => {
    const [foreign] = (await idsOf(BUYER)) as [string];
    await seller({ type: 'NotificationDeleted', data: { at, notificationId: foreign } });
    expect((await page(BUYER)).notifications).toHaveLength(2);
    expect(await hasNotification(database.knex, SELLER, foreign)).toBe(false);
    expect(await hasNotification(database.knex, BUYER, foreign)).toBe(true);
  });

  test('comes in pages, newest first, and can show the unread only [D1-185]', async () => {
    const [newest, oldest] = (await idsOf(SELLER)) as [string, string];
    expect(await page(SELLER, { limit: 1 })).toMatchObject({
      notifications: [{ _id: newest }],
      pagination: { hasMore: true, currentPage: 1 },
    });
    expect(await page(SELLER, { limit: 1, page: 2 })).toMatchObject({
      notifications: [{ _id: oldest }],
      pagination: { hasMore: false, currentPage: 2 },
    });
    await seller({ type: 'NotificationRead', data: { at, notificationId: newest } });
    expect((await page(SELLER, { read: 'false' })).notifications.map(({ _id }) => _id)).toEqual([oldest]);
    expect((await page(SELLER, { read: 'true' })).notifications.map(({ _id }) => _id)).toEqual([newest]);
  });
});
