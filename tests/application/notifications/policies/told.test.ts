import { expect, test } from 'vitest';
import type { PriceOffer } from '#application/contract/priceOffers.ts';
import { watchers } from '#application/listings/policies/watchers.ts';
import type { Watchers } from '#application/listings/storage.ts';
import type { EmailRequest } from '#application/notifications/emails/emailJob.ts';
import { emails } from '#application/notifications/policies/emails.ts';
import { pushes } from '#application/notifications/policies/pushes.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import type { Job } from '#application/ports/jobs.ts';
import type { PolicyDeps } from '#application/shared/policyDeps.ts';
import { transactionSummaryOf } from '#application/streams/transactionSummary.ts';
import { type DomainEvent, eventDefinitions } from '#domain/events.ts';
import { type ListingEvent, listingEvents } from '#domain/listings/events.ts';
import { ANSWER_WITHIN, KEPT_FOR_BUYER } from '#domain/listings/limits.ts';
import { eventsThat, eventTextOf, whyNoEmail } from '#domain/notifications/eventTexts.ts';
import { inAppMessagesOf, inAppText, isOwnAction, whyNotInApp } from '#domain/notifications/inAppMessages.ts';
import { accountsOf, listingReportText, messagesOfListingReport } from '#domain/notifications/listingReports.ts';
import { NOTIFICATION_TYPES, PUSH_KINDS, pushKindOf } from '#domain/notifications/notificationTypes.ts';
import { emailsAboutPriceOffer, PRICE_OFFER_NEWS, type PriceOfferNews } from '#domain/notifications/priceOffers.ts';
import type { EventType } from '#domain/notifications/row.ts';
import { TRANSACTION_EVENT_TEXTS } from '#domain/notifications/transactions.ts';
import { newsIn, WATCHED_EVENTS, whyNotToWatchers } from '#domain/notifications/watchedListings.ts';
import { type ReviewEvent, reviewEvents } from '#domain/reviews/review.ts';
import { type TransactionEventType, transactionEvents } from '#domain/transactions/events.ts';
import { asks } from '#domain/transactions/needs.ts';
import { DEADLINE_ROWS, DEADLINES } from '#domain/transactions/process/deadlineTable.ts';
import { personalFieldNames } from '#infrastructure/crypto/personalData.ts';
import { notifications } from '#projections/notifications/projection.ts';
import { waitsForReader } from '#web/api/offers.ts';
import { TOLD } from './toldTable.ts';

const TRANSACTION = '7'.repeat(32);
const [BUYER, SELLER] = ['b'.repeat(32), '5'.repeat(32)];

const requestsFor = async (type: string, fields: object = {}, kind = 'transaction'): Promise<EmailRequest[]> => {
  const jobs: Job[] = [];
  const created = { listingId: '1', buyerId: BUYER, sellerId: SELLER, item: { title: 'A dragon' } };
  const deps = {
    repository: {
      saleFacts: async () => transactionSummaryOf([{ type: 'TransactionCreated', data: created } as never]),
      accounts: { load: async () => ({ state: { status: 'active', bankState: 'verified' } }) },
    },
    jobs: { add: async (added: Job[]) => void jobs.push(...added) },
  } as unknown as PolicyDeps;
  const event = {
    id: 'e1',
    type,
    stream: `${kind}-${TRANSACTION}`,
    data: { at: 1, ...fields },
    metadata: { commandId: 'c1' },
  } as unknown as Recorded;
  await emails(deps).handle(event);
  return jobs.map(({ data }) => data as EmailRequest);
};
const emailsFor = async (...of: Parameters<typeof requestsFor>): Promise<string[]> =>
  (await requestsFor(...of)).map(({ role, template }) => `${role} ${template}`).sort();

test.each([
  ['RefundCameBack', { amount: 5_825, ours: 825, currency: 'EUR' }, { retryAt: null, cameBack: 5_000 }],
  ['DuplicateRefundFailed', { retryAt: 7 }, { retryAt: 7, beside: 1 }],
  ['ChargebackReversed', { amount: 5 }, { amount: 5, hadEnded: 1 }],
])('names the subject of the e-mail %s', async (type, fields, details) => {
  for (const request of await requestsFor(type, fields)) expect(request.details).toMatchObject(details);
  expect(await requestsFor(type, fields)).not.toEqual([]);
});

test('notifies the buyer of each failed refund attempt', async () => {
  const sent = (attempt: number, retryAt: number | null) => emailsFor('DuplicateRefundFailed', { attempt, retryAt });
  expect([await sent(1, 7), await sent(2, 7), await sent(3, null)]).toEqual([
    ['buyer refundDelayed'],
    ['buyer refundDelayed'],
    ['buyer refundDelayed'],
  ]);
});

test('does not say that returned chargeback money ended a running transaction', async () => {
  for (const { details } of await requestsFor('ChargebackPartlyReversed', { amount: 5 }))
    expect(details).not.toHaveProperty('hadEnded');
});

test.each(TOLD)('sends for %s: %j %j', async (type, emails, fields) => {
  expect(await emailsFor(type, fields)).toEqual(emails);
});

test('covers every transaction event that sends an e-mail, and no other', () => {
  const told = new Set(TOLD.map(([type]) => type));
  const ofTransactions = Object.keys(transactionEvents) as TransactionEventType[];
  expect(ofTransactions.filter((type) => whyNoEmail(type) === undefined)).toEqual(
    ofTransactions.filter((type) => told.has(type)),
  );
});

test('sends an e-mail for each event, or states a reason for silence', () => {
  const types = Object.keys(eventDefinitions) as EventType[];
  const byEmail = emails({} as PolicyDeps).handles as readonly string[];
  expect(types.filter((type) => !byEmail.includes(type)).map((type) => [type, whyNoEmail(type)])).not.toContainEqual([
    expect.anything(),
    expect.not.stringMatching(/\w{4}/),
  ]);
  expect(byEmail.filter((type) => whyNoEmail(type as EventType) !== undefined)).toEqual([]);
});

/** The e-mails of each review event and their recipients. */
const TOLD_OF_REVIEWS: [type: ReviewEvent['type'], emails: string[], fields?: object][] = [
  ['ReviewWritten', ['seller reviewWritten'], { rating: 4 }],
  ['ReviewAnswered', []],
  ['ReviewReportResolved', [], { part: 'review', outcome: 'kept' }],
  ['ReviewReportResolved', ['buyer reviewRemoved'], { part: 'review', outcome: 'removed' }],
  ['ReviewReportResolved', ['seller reviewRemoved'], { part: 'answer', outcome: 'removed' }],
];

test.each(TOLD_OF_REVIEWS)(
  'sends for %s the e-mail %j and notifies the same people %j',
  async (type, emails, fields) => {
    expect(await emailsFor(type, fields, 'review')).toEqual(emails);
    expect(rung(type, fields)).toEqual(emailed(emails));
    for (const { to, kept } of inAppMessagesOf({ type, data: { at: 1, ...fields } } as DomainEvent)) {
      const text = inAppText({ fact: type, to, kept }, { title: '“A dragon”', other: 'bea' });
      expect(text).toMatch(/“A dragon”.*\.$/);
      expect(text).not.toMatch(/undefined|\{|news about/);
      expect(personalFieldNames(reviewEvents[type].schema).filter((field) => Object.hasOwn(kept, field))).toEqual([]);
    }
  },
);

const PARTIES = ['buyer', 'seller'] as const;
type Party = (typeof PARTIES)[number];

/** Who gets an in-app notification of a transaction event. */
const rung = (type: EventType, fields: object = {}): Party[] => {
  const event = { type, data: { at: 1, amount: 100, toBuyer: 60, toSeller: 40, ...fields } } as DomainEvent;
  const { notifies } = eventTextOf(type);
  return PARTIES.filter((party) => notifies?.[party] || inAppMessagesOf(event).some(({ to }) => to === party));
};
const emailed = (emails: readonly string[]): Party[] =>
  PARTIES.filter((party) => emails.some((email) => email.startsWith(party)));

test.each(TOLD)('notifies for %s everybody its e-mails %j go to, except the actor %j', (name, emails, fields) => {
  const type = name as EventType;
  const heard = PARTIES.filter((party) => rung(type, fields).includes(party) || isOwnAction(type, party));
  expect(heard).toEqual(emailed(emails));
});

test('gives every in-app notification its own text and stores nothing personal for it', () => {
  for (const [name, , fields] of TOLD) {
    const { schema } = transactionEvents[name as TransactionEventType];
    const data = { at: 1, amount: 100, toBuyer: 60, toSeller: 40, claim: 50, ...fields };
    for (const { to, kept } of inAppMessagesOf({ type: name, data } as DomainEvent)) {
      const text = inAppText({ fact: name as EventType, to, kept }, { title: '“A dragon”', other: 'bea' });
      expect(text).toMatch(/^[^{}]*“A dragon”[^{}]*\.|\?$/);
      expect(text).not.toMatch(/undefined|NaN|\{|news about/);
      expect(personalFieldNames(schema).filter((field) => Object.hasOwn(kept, field))).toEqual([]);
    }
  }
});

/** The events that can push to devices. */
const PUSHED: readonly string[] = pushes({} as Parameters<typeof pushes>[0]).handles;

const REASONED = /\w{4}/;

/** Why nobody is told of a deadline, by the party it names. */
const NOT_OURS: Readonly<Record<string, string>> = {
  staff: 'the queue of cases and an email to the staff tell it',
  provider: 'a machine is asked; what it says is a fact that is told',
  nobody: 'it comes by itself, and is told as a fact',
};

test('announces every deadline and event as item, notification, push and e-mail, or states a reason for silence', () => {
  const walked = { deadlines: 0, facts: 0, asking: 0, reminding: 0, rung: 0, emailed: 0, pushed: 0, reasons: 0 };
  for (const kind of DEADLINES) {
    walked.deadlines += 1;
    const row = DEADLINE_ROWS[kind];
    const party = PARTIES.find((one) => one === row.names);
    if (!party) {
      expect([kind, NOT_OURS[row.names]]).toEqual([kind, expect.stringMatching(REASONED)]);
      walked.reasons += 1;
      continue;
    }
    if ('reminds' in row) {
      expect([kind, asks(row.reminds, party)]).toEqual([kind, true]);
      walked.reminding += 1;
    } else {
      expect([kind, asks(kind, party)]).toEqual([kind, true]);
      walked.asking += 1;
    }
    for (const fact of row.setBy) {
      const told = TOLD.filter(([type]) => type === fact);
      expect([kind, fact, told.some(([, emails]) => emailed(emails).includes(party))]).toEqual([kind, fact, true]);
      const heard = told.some(([, , fields]) => rung(fact, fields).includes(party)) || isOwnAction(fact, party);
      expect([kind, fact, heard]).toEqual([kind, fact, true]);
      // your own action does not push to your own devices
      const called = PUSHED.includes(fact) || isOwnAction(fact, party);
      expect([kind, fact, called]).toEqual([kind, fact, true]);
    }
  }
  for (const type of Object.keys(eventDefinitions) as EventType[]) {
    walked.facts += 1;
    const [noBell, noEmail] = [whyNotInApp(type), whyNoEmail(type)];
    walked.rung += noBell === undefined ? 1 : 0;
    walked.emailed += noEmail === undefined ? 1 : 0;
    // a push repeats an in-app notification, so both are silent for the same reason
    const inBell = noBell === undefined || [...WATCHED_EVENTS, 'SearchMatched'].includes(type);
    expect([type, PUSHED.includes(type)]).toEqual([type, inBell]);
    walked.pushed += inBell ? 1 : 0;
    for (const reason of [noBell, noEmail]) {
      if (reason === undefined) continue;
      expect([type, reason]).toEqual([type, expect.stringMatching(REASONED)]);
      walked.reasons += 1;
    }
    if (noBell === undefined && noEmail !== undefined) expect(type).toBe('MessageSent');
  }
  expect(walked).toMatchObject({ deadlines: 25, asking: 10, reminding: 4 });
  expect(walked.facts).toBeGreaterThanOrEqual(149);
  expect(walked.pushed).toBe(walked.rung + WATCHED_EVENTS.length + 1);
  expect([walked.rung, walked.emailed].map((told) => told >= 67)).toEqual([true, true]);
  expect(walked.reasons).toBe(
    walked.deadlines - walked.asking - walked.reminding + 2 * walked.facts - walked.rung - walked.emailed,
  );
});

test('maps every kind of notification to a kind of push that a device can silence', () => {
  for (const type of NOTIFICATION_TYPES) expect(PUSH_KINDS).toContain(pushKindOf(type));
});

type Proposed = { stage: 'proposed' | 'countered' | 'accepted'; by?: Party };

/** What sets each deadline of an offer, and the party it names. */
const OF_OFFERS: [fact: PriceOfferNews, names: Party, offer: Proposed, length: number][] = [
  ['PriceProposed', 'seller', { stage: 'proposed' }, ANSWER_WITHIN],
  ['PriceProposalCountered', 'buyer', { stage: 'countered' }, ANSWER_WITHIN],
  ['PriceProposalAccepted', 'buyer', { stage: 'accepted', by: 'seller' }, KEPT_FOR_BUYER],
];
/** Who hears by notification and e-mail that an offer expired. The others already knew when it would. */
const LAPSE_TOLD: Record<Proposed['stage'], Party[]> = {
  proposed: ['buyer'],
  countered: ['seller'],
  accepted: ['buyer', 'seller'],
};
const toldOfOffer = (fact: PriceOfferNews, offer: Proposed, more: object = {}) => {
  const data = { at: 1, price: 4_000, proposed: 3_500, until: 5, ...offer, ...more };
  const rings = inAppMessagesOf({ type: fact, data } as unknown as DomainEvent);
  return {
    rung: rings.map(({ to }) => to),
    emailed: emailsAboutPriceOffer(fact)(data, { subject: 'l1' }).map(({ to }) => to),
    texts: rings.map(({ to, kept }) => inAppText({ fact, to, kept }, { title: '“A dragon”', other: 'bea' })),
  };
};

test.each(OF_OFFERS)(
  'announces the deadline set by %s to the %s as item, notification, push and e-mail',
  (fact, names, offer, length) => {
    const asked = { stage: offer.stage, ended: null, beingBought: false } as const;
    expect(PARTIES.map((side) => waitsForReader({ ...asked, side } as PriceOffer))).toEqual(
      PARTIES.map((side) => side === names),
    );
    const { rung, emailed: mailed, texts } = toldOfOffer(fact, offer);
    expect([rung, mailed, PUSHED.includes(fact)]).toEqual([[names], [names], true]);
    expect(texts).toEqual([expect.stringMatching(/“A dragon”.*(Please answer|reserved for you for)/)]);
    expect(length).toBeGreaterThan(0);
  },
);

test.each(OF_OFFERS)('tells on every channel when the deadline set by %s is over', (_, __, offer) => {
  const { rung, emailed: mailed, texts } = toldOfOffer('PriceProposalEnded', offer, { why: 'lapsed' });
  expect([rung, mailed]).toEqual([LAPSE_TOLD[offer.stage], LAPSE_TOLD[offer.stage]]);
  expect(PUSHED).toContain('PriceProposalEnded');
  for (const text of texts) expect(text).toMatch(/in time|is over/);
});

test('sets no deadline in any other event of an offer', () => {
  const setting = new Set(OF_OFFERS.map(([fact]) => fact));
  expect(PRICE_OFFER_NEWS.filter((fact) => !setting.has(fact))).toEqual(['PriceProposalEnded']);
});

test('tells the loser of a decision until when they may complain, by notification, push and e-mail', () => {
  const fact = 'ListingReportDecided';
  const decided = (outcome: 'removed' | 'stays') =>
    ({ type: fact, data: { at: 1, sellerId: SELLER, reporters: [BUYER], outcome } }) as unknown as DomainEvent;
  for (const [outcome, side] of [
    ['removed', 'seller'],
    ['stays', 'reporter'],
  ] as const) {
    const rings = messagesOfListingReport(decided(outcome));
    expect(rings.map(({ to }) => to)).toEqual(['seller', 'reporter']);
    const complain = rings.filter(({ to, kept }) =>
      /how to complain/.test(listingReportText(fact, to, kept, '“A dragon”')),
    );
    expect(complain.map(({ to }) => to)).toEqual([side]);
    expect(accountsOf(decided(outcome), 'seller')).toEqual([SELLER]);
    expect(accountsOf(decided(outcome), 'reporters')).toEqual([BUYER]);
  }
  expect(PUSHED).toContain(fact);
  expect(whyNoEmail(fact)).toBeUndefined();
  // what ends it is told to both, and there is nothing after it
  expect([PUSHED.includes('ListingComplaintDecided'), whyNotInApp('ListingComplaintDecided')]).toEqual([
    true,
    undefined,
  ]);
});

test('notifies only watchers of each listing event, or states a reason for silence', () => {
  const told = (Object.keys(listingEvents) as ListingEvent['type'][]).filter((type) => {
    const silence = whyNotToWatchers(type);
    if (silence !== undefined) expect([type, silence]).toEqual([type, expect.stringMatching(REASONED)]);
    return silence === undefined;
  });
  expect(told.sort()).toEqual(['ListingPriceReduced', 'ListingReturnedToMarket', 'ListingSold']);
  expect([...watchers({} as PolicyDeps & { watchers: Watchers }).handles].sort()).toEqual(told);
  expect(notifications.handles).toEqual(expect.arrayContaining(told));
  for (const fact of WATCHED_EVENTS) {
    const kept = newsIn(fact, { at: 1, from: 4_500, to: 4_000 } as DomainEvent['data']);
    expect(inAppText({ fact, to: 'watcher', kept }, { title: '“A dragon”', other: '' })).toMatch(
      /^“A dragon”, which you watch, (is reduced from €45.00 to €40.00|has been sold|is on sale again)\.$/,
    );
    expect(personalFieldNames(listingEvents[fact].schema).filter((field) => Object.hasOwn(kept, field))).toEqual([]);
  }
});

test('shows staff-only events in nobody’s notifications and activity', () => {
  expect(eventsThat(({ audience, notifies, activity }) => audience === 'staff' && (notifies ?? activity))).toEqual([]);
});

test('stores no personal data for a notification’s text, but all that the text needs', () => {
  for (const [type, { schema }] of Object.entries(transactionEvents)) {
    const { sentence } = TRANSACTION_EVENT_TEXTS[type as TransactionEventType];
    if (sentence === null || typeof sentence === 'string') continue;
    const fields: readonly string[] = sentence.needs;
    expect(personalFieldNames(schema).filter((field) => fields.includes(field))).toEqual([]);
    expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining([...fields]));
  }
});
