import { describe, expect, test } from 'vitest';
import { transactionDetail as transactionSchema } from '#application/contract/transactions.ts';
import type { DomainEvent } from '#domain/events.ts';
import { sentenceOf } from '#domain/notifications/transactions.ts';
import { isBusinessDay } from '#domain/shared/businessDays.ts';
import { fold } from '#domain/shared/decider.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { nextPayoutRun } from '#domain/transactions/payoutRuns.ts';
import { STATUS_LABELS } from '#domain/transactions/statuses.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { armedDeadlines, displayStatus, transactionAggregate } from '#domain/transactions/transaction.ts';
import { accounts } from '#projections/accounts/projection.ts';
import { reviews } from '#projections/reviews/projection.ts';
import { cases, transactions } from '#projections/transactions/projection.ts';
import { forgetPersonalData, transactionFor } from '#projections/transactions/queries.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { BUYER, NOW, registered, SELLER } from '../given.ts';
import { fill } from '../harness.ts';
import { fillTransactions, ownerWithBank, PARTIES, type Story } from './transactionHarness.ts';
import { ADDRESS, interleave, LISTING, openTransaction, STORIES, TRANSACTION, VERIFIED } from './transactionRows.ts';

const database = useDatabase();
const buyer = { id: BUYER, roles: ['member'] as const };
const seller = { id: SELLER, roles: ['member'] as const };

const given = (...stories: Story[]) => fillTransactions(database.knex, stories);
const links = (keys: readonly string[]) => keys.map((key) => ({ url: `/${key}`, thumbnailUrl: `/small/${key}` }));
const seenBy = (viewer: Parameters<typeof transactionFor>[2], now = NOW) =>
  transactionFor(database.knex, TRANSACTION, viewer, now, links);

describe('a transaction as its buyer sees it', () => {
  test('carries ids, status, sums in euros and the total to pay as a string [D2-125] [D2-128] [D2-129] [D2-130] [D2-169]', async () => {
    await given(openTransaction().created().addressed());
    const transaction = await seenBy(buyer);
    expect(transaction).toMatchObject({
      _id: TRANSACTION,
      status: 'PAYMENT_PENDING',
      displayStatus: 'PAYMENT_PENDING',
      role: 'buyer',
      amount: 25,
      platformFee: 2,
      shippingCost: 15,
      totalAmount: 42,
      createdAt: '2026-06-01T12:00:00.000Z',
      paymentDetails: { status: 'pending', metadata: { amount: { value: '42.00', currency: 'EUR' } } },
    });
    expect(transaction!.transactionId).toMatch(/^TX[2-9A-Z]{8}$/);
    expect(transactionSchema.parse(transaction)).toEqual(transaction);
    expect(transactionSchema.shape.status.options).toEqual(Object.keys(STATUS_LABELS));
  });

  test('names buyer and seller and keeps the item as it was sold [D2-132] [D2-133]', async () => {
    const story = openTransaction().created();
    const revised = {
      type: 'ListingRevised',
      data: {
        at: story.now + 1,
        title: 'Another knight',
        franchise: 'other',
        mainFaction: '',
        subfaction: '',
        condition: 'Built',
        paintQuality: 'Not Painted',
        price: 9_900,
        description: 'Another',
        sellerId: SELLER,
      },
    } satisfies DomainEvent;
    const history = { ...PARTIES, [`transaction-${TRANSACTION}`]: story.events, [`listing-${LISTING}`]: [revised] };
    await fill(database.knex, [accounts, cases, reviews, transactions], interleave(history));
    expect(await seenBy(buyer)).toMatchObject({
      amount: 25,
      buyer: { _id: BUYER, username: 'bea' },
      seller: { _id: SELLER, username: 'sam' },
      listing: { title: 'Knight of the Azure Keep', images: [{ original: 'one.webp', s3Key: 'k1' }] },
    });
  });

  test('tells its history oldest first, with a status and an instant each [D2-131]', async () => {
    await given(openTransaction().shipped());
    const { paymentHistory } = (await seenBy(buyer))!;
    expect(paymentHistory.map(({ status, event }) => [event, status])).toEqual([
      ['TransactionCreated', 'CREATED'],
      ['ShippingSet', 'CREATED'],
      ['CheckoutOpened', 'PAYMENT_PENDING'],
      ['PaymentCaptured', 'AWAIT_SHIPPING'],
      ['ShipmentConfirmed', 'IN_ESCROW'],
    ]);
    expect(paymentHistory.map(({ timestamp }) => timestamp)).toEqual(
      [...paymentHistory.map(({ timestamp }) => timestamp)].sort(),
    );
    for (const { timestamp } of paymentHistory) expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(paymentHistory.at(-2)!.detail).toBe('€42.00 is held in escrow');
  });

  test('stores the data of an event and makes its text on reading', async () => {
    await given(openTransaction().paid());
    const { rows } = await database.knex.raw('SELECT timeline FROM read_transactions.sales');
    expect(rows[0].timeline).toContainEqual({
      status: 'AWAIT_SHIPPING',
      at: expect.any(Number),
      event: 'PaymentCaptured',
      kept: { captured: 4_200 },
    });
  });

  test('formats a large sum as the screens do', () =>
    expect(sentenceOf('PayoutCompleted', { amount: 4_201_524 })).toBe('€42,015.24 was paid out'));

  test('names the sum of a dispute that claims money, and none if the seller opens it', () => {
    expect(sentenceOf('DisputeOpened', { by: 'buyer', claim: 1_000 })).toBe(
      'A dispute over €10.00 was opened by the buyer',
    );
    expect(sentenceOf('DisputeOpened', { by: 'seller', claim: 0 })).toBe('A dispute was opened by the seller');
  });

  test('ends escrow 12 days after the shipment, and has no end before it [D2-127]', async () => {
    await given(openTransaction().paid());
    expect((await seenBy(buyer))!.escrowEndDate).toBeNull();
    const story = openTransaction().shipped();
    await given(story);
    expect((await seenBy(buyer))!.escrowEndDate).toBe(new Date(story.now + 12 * DAY).toISOString());
  });

  test('shows a pause with its reason [D2-126] [D2-170]', async () => {
    await given(openTransaction().paused());
    expect(await seenBy(buyer)).toMatchObject({
      status: 'IN_ESCROW',
      displayStatus: 'IN_ESCROW_PAUSED',
      escrowEndDate: null,
      escrowStatus: { isPaused: true, pauseReason: 'still waiting, my neighbour Zed knows' },
    });
  });

  test('shows an open dispute before anything else, beside its status [D2-171] [D2-169]', async () => {
    await given(openTransaction().disputed());
    expect(await seenBy(buyer)).toMatchObject({ status: 'IN_ESCROW', displayStatus: 'IN_ESCROW_DISPUTED' });
  });

  test('lists the allowed commands and the armed deadlines', async () => {
    const story = openTransaction().shipped();
    await given(story);
    const transaction = (await seenBy(buyer, story.now))!;
    expect(transaction.allowed).toContain('ConfirmDelivery');
    expect(transaction.allowed).not.toContain('PauseEscrow');
    expect(transaction.deadlines).toContainEqual({
      kind: 'escrowEnd',
      dueAt: new Date(story.now + 12 * DAY).toISOString(),
    });
    expect((await seenBy(buyer, story.now + 10 * DAY))!.allowed).toContain('PauseEscrow');
    expect((await seenBy(seller, story.now))!.allowed).not.toContain('ConfirmDelivery');
  });

  test('is rated once the rating is written [D2-134]', async () => {
    const story = openTransaction().completed();
    await given(story);
    expect((await seenBy(buyer))!.sellerRated).toBe(false);
    const rating = {
      type: 'SellerRated',
      data: { at: story.now, transactionId: TRANSACTION, buyerId: BUYER, rating: 5 },
    } as const;
    const streams = {
      ...PARTIES,
      [`transaction-${TRANSACTION}`]: story.events,
      [`account-${SELLER}`]: [registered(), rating],
    };
    await fill(
      database.knex,
      [accounts, cases, reviews, transactions],
      interleave({ [`transaction-${TRANSACTION}`]: story.events, ...streams }),
    );
    expect((await seenBy(buyer))!.sellerRated).toBe(true);
  });
});

describe('the payment', () => {
  test.each([
    ['created', 'pending'],
    ['paid', 'paid'],
    ['failed', 'failed'],
    ['expired', 'expired'],
    ['refunded', 'refunded'],
    ['settled', 'partially_refunded'],
  ] as const)('of a transaction that is %s is %s', async (chapter, status) => {
    await given(openTransaction()[chapter]());
    expect((await seenBy(buyer))!.paymentDetails.status).toBe(status);
  });

  test('is `cancelled` for a cancelled transaction without money', async () => {
    await given(openTransaction().created().buyer({ type: 'Cancel', reason: null, otherReason: null }));
    expect((await seenBy(buyer))!.paymentDetails.status).toBe('cancelled');
  });
});

test.each(STORIES)(
  'after every single fact of a sale that is %s, status and deadlines are those of that moment [L-021]',
  async (chapter) => {
    const { events } = openTransaction()[chapter]();
    for (let length = 1; length <= events.length; length++) {
      const prefix = events.slice(0, length);
      await fill(
        database.knex,
        [accounts, cases, reviews, transactions],
        interleave({ ...PARTIES, [`transaction-${TRANSACTION}`]: prefix }),
        [1],
      );
      const then = fold(transactionAggregate, prefix);
      expect(await seenBy(buyer)).toMatchObject({
        status: then.status,
        displayStatus: displayStatus(then),
        deadlines: armedDeadlines(then).map(({ kind, dueAt }) => ({ kind, dueAt: new Date(dueAt).toISOString() })),
      });
    }
  },
);

describe('who sees what', () => {
  test('the buyer sees the address at once, the seller when it is paid [D2-135]', async () => {
    await given(openTransaction().created().addressed());
    expect((await seenBy(buyer))!.shippingAddress).toEqual(ADDRESS);
    expect((await seenBy(seller))!.shippingAddress).toBeNull();
    await given(openTransaction().paid());
    expect((await seenBy(seller))!.shippingAddress).toEqual(ADDRESS);
  });

  test('hides the transaction from third parties, and shows it to staff and auditors', async () => {
    await given(openTransaction().paid());
    const id = 'f'.repeat(32);
    expect(await seenBy({ id, roles: ['member'] })).toBeUndefined();
    expect(await seenBy({ id, roles: ['member', 'admin'] })).toBeUndefined();
    expect(await seenBy({ id, roles: ['member', 'staff'] })).toMatchObject({ role: 'staff' });
    const audited = await seenBy({ id, roles: ['member', 'auditor'] });
    expect(audited).toMatchObject({ role: 'staff', allowed: [] });
  });

  test('returns undefined for an unknown transaction', async () => {
    await given(openTransaction().paid());
    expect(await transactionFor(database.knex, '0'.repeat(32), buyer, NOW, links)).toBeUndefined();
  });

  test('drops address, tracking code and pause reason with the key, and keeps the sums', async () => {
    await given(openTransaction().paused());
    await forgetPersonalData(database.knex, [TRANSACTION]);
    const transaction = await seenBy(buyer);
    expect(transaction).toMatchObject({
      shippingAddress: null,
      trackingCode: null,
      totalAmount: 42,
      escrowStatus: { pauseReason: '[erased]' },
    });
    expect(JSON.stringify(await database.knex.withSchema('read_transactions').table('sales'))).not.toMatch(
      /Ghent|3STRACK|neighbour/,
    );
  });

  test('builds the same rows from events whose key is erased', async () => {
    const story = openTransaction().paused();
    const erased = structuredClone(story.events).map((event) => {
      if (event.type === 'ShippingSet') event.data.address = null;
      if (event.type === 'ShipmentConfirmed') event.data.trackingCode = null;
      if (event.type === 'EscrowPaused') event.data.reason = null;
      return event;
    });
    await fill(
      database.knex,
      [accounts, cases, reviews, transactions],
      interleave({ ...PARTIES, [`transaction-${TRANSACTION}`]: erased }),
    );
    expect(await seenBy(buyer)).toMatchObject({
      shippingAddress: null,
      trackingCode: null,
      escrowStatus: { pauseReason: '[erased]' },
    });
  });
});

describe('the payout date', () => {
  const dayTold = async () => (await seenBy(seller))!.deadlines.find(({ kind }) => /^payoutR/.test(kind))?.dueAt;
  const iso = (instant: number) => new Date(instant).toISOString();
  const delivered = () => openTransaction().shipped().buyer({ type: 'ConfirmDelivery', seller: VERIFIED });
  const withBank = (story: Story, ...bank: Parameters<typeof ownerWithBank>) => {
    const transaction = { [`transaction-${TRANSACTION}`]: story.events };
    const owner = { [`account-${SELLER}`]: ownerWithBank(...bank) };
    return fill(
      database.knex,
      [accounts, cases, reviews, transactions],
      interleave({ ...PARTIES, ...transaction, ...owner }),
    );
  };

  test('is the date of its run', async () => {
    const story = delivered();
    await given(story);
    expect(await dayTold()).toBe(iso(story.sale.payout.runAt!));
  });

  test('is the run after the waiting period of a changed bank account', async () => {
    const story = delivered();
    const held = story.sale.payout.runAt! + HOUR;
    await withBank(story, held);
    expect(await dayTold()).toBe(iso(nextPayoutRun(held, CURRENT_TERMS.payoutRun)));
  });

  test('is hidden while the bank account is not verified', async () => {
    await withBank(delivered(), null, { type: 'BankAccountRejected', data: { at: NOW, reason: 'no such account' } });
    expect(await dayTold()).toBeUndefined();
  });

  test('is never on a weekend, also for a retry', async () => {
    const story = openTransaction().shipped().later(DAY).buyer({ type: 'ConfirmDelivery', seller: VERIFIED });
    story.at(story.sale.payout.runAt!).due('payoutRun');
    const payoutId = story.sale.payout.id!;
    await given(story.told({ kind: 'payout.failed', payoutId, reason: 'bank closed', accountAtFault: false }));
    const saturday = story.sale.payout.retryAt!;
    expect(isBusinessDay(saturday)).toBe(false);
    expect(await dayTold()).toBe(iso(nextPayoutRun(saturday, CURRENT_TERMS.payoutRun)));
  });
});

describe('the seller’s part and the money in escrow', () => {
  const parts = async (story: Story) => {
    await given(story);
    return (await seenBy(seller))!.parts;
  };
  const takes = (story: Story, amount: number) => {
    story.later(HOUR).told({ kind: 'chargeback.opened', chargebackId: 'cb_1', amount });
    return story.later(HOUR).told({ kind: 'chargeback.lost', chargebackId: 'cb_1', amount });
  };

  test('are missing before the payment', async () => {
    expect(await parts(openTransaction().created().addressed())).toBeUndefined();
  });

  test('are the total without the fee, and the total', async () => {
    expect(await parts(openTransaction().shipped())).toEqual({ toSeller: 40, held: 42 });
  });

  test('are the rest if the buyer’s bank took a part, in escrow, released and paid out', async () => {
    const story = takes(openTransaction().shipped(), 1_000);
    expect(await parts(story)).toEqual({ toSeller: 30, held: 32 });
    expect(await parts(story.buyer({ type: 'ConfirmDelivery', seller: VERIFIED }))).toEqual({ toSeller: 30 });
    story.at(story.sale.payout.runAt!).due('payoutRun').later(HOUR);
    const { id, amount } = story.sale.payout;
    expect(amount).toBe(3_000);
    expect(await parts(story.told({ kind: 'payout.paid', payoutId: id!, amount }))).toEqual({ toSeller: 30 });
  });
});
