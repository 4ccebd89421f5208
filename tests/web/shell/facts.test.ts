import { expect, test } from 'vitest';
import type { OwnReport } from '#application/contract/moderation.ts';
import type { NotificationPage } from '#application/contract/notifications.ts';
import type { PriceOffer } from '#application/contract/priceOffers.ts';
import type { TransactionView } from '#application/contract/transactions.ts';
import type { DomainEvent } from '#domain/events.ts';
import { eventTextOf } from '#domain/notifications/eventTexts.ts';
import { inAppMessagesOf, inAppText, NOTIFIED_EVENTS } from '#domain/notifications/inAppMessages.ts';
import { messagesOfListingReport } from '#domain/notifications/listingReports.ts';
import { messagesOfMessageReport } from '#domain/notifications/messageReports.ts';
import { NOTIFICATIONS } from '#domain/notifications/notifications.ts';
import { isPriceOfferNews } from '#domain/notifications/priceOffers.ts';
import type { EventType } from '#domain/notifications/row.ts';
import { foundText } from '#domain/notifications/savedSearchMatches.ts';
import { isWatchedEvent, newsText } from '#domain/notifications/watchedListings.ts';
import { DAY, HOUR, MINUTE } from '#domain/shared/instants.ts';
import { TERMS } from '#domain/transactions/terms/termsText.ts';
import { TOLD } from '#tests/application/notifications/policies/toldTable.ts';
import { aTransaction } from '#tests/web/transactions/aSale.ts';
import { NOTHING_HEARD, newEvents, type Told } from '#web/shell/facts.ts';
import { dueTime } from '#web/ui/dates.ts';

const START = Date.parse('2026-03-02T10:00:00.000Z');
const DUE = new Date(START + 2 * DAY).toISOString();

const sale = (displayStatus: string, needs: TransactionView['needs'] = []) =>
  aTransaction({
    _id: 'sale1',
    role: 'seller',
    displayStatus,
    listing: { _id: 'one', title: 'Bone dragon', images: [] },
    needs,
  });
const bell = (...told: [id: string, content: string, about?: string][]): NotificationPage => ({
  notifications: told.map(([_id, content, about]) => ({
    _id,
    type: 'shipping',
    content,
    read: false,
    createdAt: DUE,
    sender: null,
    transaction: about === undefined ? null : { _id: about },
    listing: null,
  })),
  pagination: { hasMore: false, currentPage: 1 },
  unreadCount: told.length,
});

const removed: OwnReport = {
  listing: { _id: 'one', title: 'Bone dragon' },
  case: 1,
  side: 'seller',
  report: null,
  decision: {
    outcome: 'removed',
    basis: 'terms',
    ownAccord: true,
    statement: 'A counterfeit',
    at: DUE,
    complainUntil: DUE,
  },
  complaint: null,
  mayComplain: true,
};

/** The announcements at each moment in turn. */
const saidOf = (...moments: Partial<Told>[]): string[][] => {
  let heard = NOTHING_HEARD;
  return moments.map((moment) => {
    const next = newEvents(heard, {
      sales: [],
      offers: undefined,
      reports: undefined,
      bell: undefined,
      now: START,
      ...moment,
    });
    heard = next.heard;
    return next.sentences;
  });
};

test('announces nothing that was on the page at the start, and nothing twice', () => {
  const there = { sales: [sale('IN_ESCROW')], bell: bell(['n1', 'It was shipped.']) };
  expect(saidOf(there, there)).toEqual([[], []]);
});

test('announces a new status of a sale by name', () => {
  expect(saidOf({ sales: [sale('AWAIT_SHIPPING')] }, { sales: [sale('IN_ESCROW')] })[1]).toEqual([
    'Bone dragon is now: In Escrow.',
  ]);
});

test('announces notifications in their words, except those of a sale already announced', () => {
  const first = bell(['n1', 'A message.']);
  const more = bell(['n3', 'It was shipped.', 'sale1'], ['n2', 'Another message.'], ['n1', 'A message.']);
  expect(saidOf({ bell: first }, { bell: more })[1]).toEqual(['It was shipped.', 'Another message.']);
  const open = [sale('AWAIT_SHIPPING')];
  expect(saidOf({ bell: first, sales: open }, { bell: more, sales: [sale('IN_ESCROW')] })[1]).toEqual([
    'Bone dragon is now: In Escrow.',
    'Another message.',
  ]);
});

test('announces a deadline a day before, an hour before and when it passes, once each', () => {
  const transactions = [sale('AWAIT_SHIPPING', [{ kind: 'shipment', dueAt: DUE }])];
  const at = (before: number) => ({ sales: transactions, now: START + 2 * DAY - before });
  const said = saidOf(
    at(2 * DAY),
    at(DAY + MINUTE),
    at(DAY),
    at(DAY - MINUTE),
    at(HOUR),
    at(HOUR - MINUTE),
    at(0),
    at(-HOUR),
  );
  expect(said).toEqual([
    [],
    [],
    [`Bone dragon: You have until ${dueTime(DUE)} to ship it and confirm the shipment.`],
    [],
    [`Bone dragon: last call. You have until ${dueTime(DUE)} to ship it and confirm the shipment.`],
    [],
    ['Bone dragon: the time to answer has passed (Confirm shipment).'],
    [],
  ]);
});

const WORDS = { title: '“Bone dragon”', other: 'bea' };
const SUMS = { at: 1, amount: 100, toBuyer: 60, toSeller: 40, claim: 50, price: 4_000, proposed: 3_500 };

/** The in-app texts of a transaction event for each party. */
const ofTransactions = (type: EventType): string[] => {
  const { notifies } = eventTextOf(type);
  const documented = Object.values(notifies ?? {}).map((kind) =>
    NOTIFICATIONS[kind]({ item: WORDS.title, sender: WORDS.other, amount: 1, terms: TERMS }),
  );
  const cases = TOLD.filter(([told]) => told === type).map(([, , fields]) => ({ ...SUMS, ...fields }));
  const rung = cases.flatMap((data) =>
    inAppMessagesOf({ type, data } as DomainEvent).map(({ to, kept }) => inAppText({ fact: type, to, kept }, WORDS)),
  );
  return [...documented, ...rung];
};
const ofOffers = (type: EventType): string[] =>
  (['proposed', 'countered', 'accepted'] as const).flatMap((stage) =>
    ['lapsed', 'refused', 'withdrawn', 'sold'].flatMap((why) =>
      inAppMessagesOf({ type, data: { ...SUMS, stage, why, by: 'seller' } } as DomainEvent).map(({ to, kept }) =>
        inAppText({ fact: type, to, kept }, WORDS),
      ),
    ),
  );
const ofNotices = (type: EventType): string[] =>
  ['removed', 'stays'].flatMap((outcome) =>
    messagesOfListingReport({
      type,
      data: { at: 1, sellerId: 's', reporters: ['r'], outcome },
    } as unknown as DomainEvent).map(({ to, kept }) => inAppText({ fact: type, to, kept }, WORDS)),
  );
const ofWatched = (type: EventType): string[] =>
  isWatchedEvent(type) ? [newsText(type, { from: 4_500, to: 4_000 }, WORDS.title)] : [];
const ofSearches = (type: EventType): string[] =>
  type === 'SearchMatched'
    ? [foundText({ how: 'offered', price: 4_000 }, { title: WORDS.title, search: '“Dragons”', amount: 1 })]
    : [];
/** The texts of a review event for its seller, or for the author of a removed text. */
const ofReviews = (type: EventType): string[] =>
  ['review', 'answer'].flatMap((part) =>
    inAppMessagesOf({ type, data: { at: 1, part, outcome: 'removed', rating: 4 } } as unknown as DomainEvent)
      .filter(({ to }) => to === 'buyer' || to === 'seller')
      .map(({ to, kept }) => inAppText({ fact: type, to, kept }, WORDS)),
  );
const ofMessageReports = (type: EventType): string[] =>
  (['nothing', 'warned', 'suspended'] as const).flatMap((outcome) =>
    messagesOfMessageReport({
      type,
      data: { at: 1, outcome, rule: 'insult', senderId: 's', reporters: ['r'] },
    } as DomainEvent).map(({ to, kept }) => inAppText({ fact: type, to, kept }, WORDS)),
  );
const ofOwners = (type: EventType): string[] =>
  inAppMessagesOf({ type, data: { at: 1 } } as DomainEvent)
    .filter(({ to }) => to === 'owner')
    .map(({ to, kept }) => inAppText({ fact: type, to, kept }, WORDS));

test.each(NOTIFIED_EVENTS)('announces %s once, in one sentence of its own', (type) => {
  const texts = [
    ...(isPriceOfferNews(type) ? ofOffers(type) : ofTransactions(type)),
    ...ofNotices(type),
    ...ofMessageReports(type),
    ...ofReviews(type),
    ...ofWatched(type),
    ...ofSearches(type),
    ...(isPriceOfferNews(type) ? [] : ofOwners(type)),
  ];
  expect(texts.length).toBeGreaterThan(0);
  for (const text of texts) {
    expect(text).not.toMatch(/undefined|NaN|[{}]|news about/);
    const there = bell(['n1', 'Something before.']);
    const more = bell(['n2', text, 'sale1'], ['n1', 'Something before.']);
    expect(saidOf({ bell: there }, { bell: more }, { bell: more })).toEqual([[], [text], []]);
  }
});

const offer = (changes: Partial<PriceOffer>): PriceOffer => ({
  _id: 'offer1',
  listing: { _id: 'one', title: 'Bone dragon', image: null, price: 45, removed: false },
  side: 'seller',
  other: { _id: 'bea', username: 'bea' },
  price: 40,
  proposed: 40,
  stage: 'proposed',
  ended: null,
  beingBought: false,
  until: DUE,
  proposedAt: DUE,
  changedAt: DUE,
  ...changes,
});
const ENDING = [2 * DAY, DAY, DAY - MINUTE, HOUR, HOUR - MINUTE, 0, -HOUR];
/** Only the first moment has the offers, since no page fetches them again. */
const saidOfOffer = (changes: Partial<PriceOffer>): string[] =>
  saidOf(
    ...ENDING.map((before, place) => ({
      now: START + 2 * DAY - before,
      ...(place === 0 && { offers: [offer(changes)] }),
    })),
  ).flat();

test.each([
  ['the seller of an offer', { side: 'seller', stage: 'proposed' }],
  ['the buyer who was asked for more', { side: 'buyer', stage: 'countered' }],
] as const)('reminds %s a day and an hour before the end, and when it is over', (_, changes) => {
  expect(saidOfOffer(changes)).toEqual([
    `Bone dragon: Answer the offer before ${dueTime(DUE)}.`,
    `Bone dragon: last call. Answer the offer before ${dueTime(DUE)}.`,
    'Bone dragon: the time to answer has passed (Answer the offer).',
  ]);
});

test('reminds the buyer of an agreed price until when to buy; the bell announces its end', () => {
  expect(saidOfOffer({ side: 'buyer', stage: 'accepted' })).toEqual([
    `Bone dragon: Buy it before ${dueTime(DUE)}.`,
    `Bone dragon: last call. Buy it before ${dueTime(DUE)}.`,
  ]);
});

test('does not announce offers that wait for the other side, are being bought or have ended', () => {
  for (const changes of [
    { side: 'buyer', stage: 'proposed' },
    { side: 'seller', stage: 'accepted' },
    { side: 'buyer', stage: 'accepted', beingBought: true },
    { ended: 'refused' },
  ] as const)
    expect(saidOfOffer(changes)).toEqual([]);
});

test('announces the time to complain a day and an hour before its end, and its end', () => {
  const moments = (reports: readonly OwnReport[]) =>
    saidOf(
      ...ENDING.map((before, place) => ({ now: START + 2 * DAY - before, ...(place === 0 && { reports }) })),
    ).flat();
  expect(moments([removed])).toEqual([
    `Bone dragon: You can complain until ${dueTime(DUE)}.`,
    `Bone dragon: last call. You can complain until ${dueTime(DUE)}.`,
    'Bone dragon: the time to complain has passed.',
  ]);
  expect(moments([{ ...removed, mayComplain: false }])).toEqual([]);
  expect(moments([{ ...removed, decision: null }])).toEqual([]);
});

test('announces nothing more of it to somebody who has complained', () => {
  const now = START + DAY - MINUTE;
  const complained = { ...removed, mayComplain: false };
  expect(saidOf({ reports: [removed], now: START }, { reports: [complained], now }, { now: now + DAY })).toEqual([
    [],
    [],
    [],
  ]);
});
