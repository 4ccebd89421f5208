import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { DomainEvent } from '#domain/events.ts';
import type { ListingEvent } from '#domain/listings/events.ts';
import { allProjections } from '#projections/all.ts';
import { notificationId } from '#projections/notifications/row.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { property } from '#tests/support/property.ts';
import { BUYER, NOW, published, registered, SELLER } from '../given.ts';
import { contentsOf, fill } from '../harness.ts';
import { interleave, LISTING, openTransaction, STORIES } from '../transactions/transactionRows.ts';

const database = useDatabase();
const at = NOW;

const LIVES: Record<string, (transaction: string) => ListingEvent[]> = {
  active: () => [published()],
  archived: () => [published(), { type: 'ListingArchived', data: { at, reason: 'bySeller' } }],
  reserved: (transactionId) => [
    published({ title: 'Dragon' }),
    { type: 'ListingReserved', data: { at, transactionId, buyerId: BUYER, until: at } },
    { type: 'ReservationReleased', data: { at, transactionId } },
    { type: 'ListingReserved', data: { at, transactionId, buyerId: BUYER, until: at } },
  ],
  sold: (transactionId) => [
    published({ title: 'Wizard' }),
    { type: 'ListingSold', data: { at, transactionId } },
    { type: 'ListingReturnedToMarket', data: { at, transactionId } },
  ],
  removed: () => [
    published(),
    { type: 'ListingRemoved', data: { at, reason: 'fake', sellerId: null, removedBy: 'x' } },
  ],
};

const saleId = (n: number) => String(n).padStart(32, '0');
const talk = (length: number): DomainEvent[] => [
  { type: 'ConversationStarted', data: { at, buyerId: BUYER, sellerId: SELLER, listingId: LISTING } },
  ...Array.from(
    { length },
    (_, n): DomainEvent =>
      n % 4 === 3
        ? { type: 'ConversationRead', data: { at, readerId: n % 8 === 3 ? SELLER : BUYER, upTo: saleId(n) } }
        : {
            type: 'MessageSent',
            data: { at: at + n, messageId: saleId(n), senderId: n % 3 ? BUYER : SELLER, content: 'x', image: null },
          },
  ),
];
/** A report of the first message, sometimes resolved. */
const reportLife = (length: number): DomainEvent[] =>
  (
    [
      { type: 'MessageReported', data: { at, messageId: saleId(0), reporterId: BUYER, reason: 'x' } },
      { type: 'MessageReportResolved', data: { at, messageId: saleId(0), outcome: 'nothing', note: 'x', by: 'x' } },
    ] satisfies DomainEvent[]
  ).slice(0, length === 0 ? 0 : length % 3);
const notificationState = (length: number): DomainEvent[] =>
  Array.from({ length }, (_, n): DomainEvent => {
    if (n % 3 === 0) return { type: 'AllNotificationsRead', data: { at } };
    const eventId = `00000000-0000-5000-8000-${String(n * 2).padStart(12, '0')}`;
    return { type: 'NotificationDeleted', data: { at, notificationId: notificationId(eventId, SELLER, 'sale') } };
  });

const unmatchedEventLife = (length: number): DomainEvent[] =>
  (
    [
      {
        type: 'OrphanFactRecorded',
        data: { at, eventId: 'evt-1', kind: 'payment.paid', reference: 'p1', amount: 700, dueAt: at + 1 },
      },
      { type: 'OrphanFactClosed', data: { at, note: 'of another shop', by: 'x' } },
    ] satisfies DomainEvent[]
  ).slice(0, length % 3);

/** A small marketplace whose streams interleave at random. Accounts come first and ratings last, as in production. */
const marketplaces = fc
  .record({
    chapters: fc.array(fc.constantFrom(...STORIES), { minLength: 1, maxLength: 5 }),
    lives: fc.array(fc.constantFrom(...Object.keys(LIVES)), { minLength: 1, maxLength: 5 }),
    messages: fc.nat(12),
    readings: fc.nat(6),
    turns: fc.array(fc.nat(1_000), { minLength: 20, maxLength: 60 }),
  })
  .map(({ chapters, lives, messages, readings, turns }) => {
    const transactions = chapters.map((chapter, n) => [
      `transaction-${saleId(n)}`,
      openTransaction({ id: saleId(n), at: NOW + n, amount: n % 2 ? 2_500 : 90_000 })[chapter]().events,
    ]);
    const listings = lives.map((life, n) => [`listing-${saleId(900 + n)}`, LIVES[life]!(saleId(0))]);
    const unmatchedEvents = unmatchedEventLife(readings);
    const others = {
      [`conversation-${saleId(500)}`]: [...talk(messages), ...reportLife(messages)],
      ...(unmatchedEvents.length > 0 && { [`orphan-${saleId(700)}`]: unmatchedEvents }),
      ...(readings > 0 && { [`inbox-${SELLER}`]: notificationState(readings) }),
    };
    const people = interleave({ [`account-${BUYER}`]: [registered()], [`account-${SELLER}`]: [registered()] });
    const life = interleave({ ...Object.fromEntries([...transactions, ...listings]), ...others }, turns);
    const rating: DomainEvent = {
      type: 'SellerRated',
      data: { at, transactionId: saleId(0), buyerId: BUYER, rating: 4 },
    };
    const ratings = interleave({ [`account-${SELLER}`]: [rating] });
    return [...people, ...life, ...ratings].map((event, place) => ({
      ...event,
      id: `00000000-0000-5000-8000-${String(place).padStart(12, '0')}`,
      position: String(place + 1).padStart(20, '0'),
    }));
  });

const tablesOf = async () =>
  Object.fromEntries(
    await Promise.all(allProjections.map(async (model) => [model.name, await contentsOf(database.knex, model)])),
  );

describe('every read model', () => {
  property([marketplaces, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 })], { numRuns: 8 })(
    'has the same tables in any batching, and after a second replay',
    async (history, sizes) => {
      await fill(database.knex, allProjections, history, [1]);
      const singly = await tablesOf();
      await fill(database.knex, allProjections, history, sizes);
      expect(await tablesOf()).toEqual(singly);
      await fill(database.knex, allProjections, history);
      expect(await tablesOf()).toEqual(singly);
    },
  );
});
