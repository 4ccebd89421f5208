import { beforeEach, describe, expect, test } from 'vitest';
import {
  begun,
  bought,
  checkedOut,
  fact,
  paid,
  paidEvent,
  people,
  reserved,
  shipped,
  TOTAL,
} from '../../policies/scenes.ts';
import { BUYER, LISTING, openStage, SELLER, type Stage, TRANSACTION } from '../../policies/stage.ts';

const MINUTE = 60_000;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await people(stage);
});

const refundedInFull = async () => {
  await stage.settle();
  const refundId = (await stage.saleState()).refund?.id;
  await stage.told(fact(stage, { kind: 'refund.done', refundId, amount: TOTAL }));
  await stage.settle();
};

test('does not return an unshipped listing of a terminated seller to the market', async () => {
  await paid(stage);
  await stage.given(`account-${SELLER}`, 'AccountSuspended', { reason: 'casts' });
  await stage.given(`account-${SELLER}`, 'AccountTerminated', {
    proposalId: '1'.repeat(32),
    proposedBy: 'x',
    confirmedBy: 'y',
    eraseAt: stage.clock.now() + 1,
  });
  await stage.sale({ type: 'Cancel', reason: null, otherReason: null }, stage.buyer);
  await refundedInFull();
  expect((await stage.saleState()).status).toBe('REFUNDED');
  expect((await stage.listingState()).status).toBe('archived');
});

const cancel = (reason: string | null, actor = stage.seller as { id: string; role: 'member' }) =>
  stage.sale({ type: 'Cancel', reason, otherReason: null }, actor);

test('releases a reservation without a transaction one minute after the window [L-048]', async () => {
  await reserved(stage);
  await stage.settle();
  stage.clock.advance(31 * MINUTE - 1);
  await stage.sweep();
  expect((await stage.listingState()).reservation?.transactionId).toBe(TRANSACTION);
  stage.clock.advance(1);
  await stage.sweep();
  expect((await stage.listingState()).reservation).toBeNull();
  expect(await stage.typesOf(`transaction-${TRANSACTION}`)).toEqual([]);
});

test('checks that without a job queue and leaves other reservations alone', async () => {
  await checkedOut(stage);
  await stage.settle();
  stage.payments.checkouts.set('cs_1', { state: 'processing' });
  stage.jobs.lose();
  stage.clock.advance(31 * MINUTE);
  await stage.sweep();
  expect((await stage.saleState()).status).toBe('PAYMENT_PENDING');
  expect((await stage.listingState()).reservation?.transactionId).toBe(TRANSACTION);
});

test('marks the listing of a paid transaction as sold [L-056]', async () => {
  await paid(stage);
  expect(await stage.listingState()).toMatchObject({ status: 'sold', soldTo: TRANSACTION, reservation: null });
});

test('frees the listing of an expired transaction for another purchase [L-062]', async () => {
  await bought(stage);
  stage.clock.advance(30 * MINUTE);
  await stage.sweep();
  expect((await stage.saleState()).status).toBe('CANCELLED');
  expect(await stage.listingState()).toMatchObject({ status: 'active', reservation: null });
  const other = '8'.repeat(32);
  const until = stage.clock.now() + 30 * MINUTE;
  await stage.given(`listing-${LISTING}`, 'ListingReserved', { transactionId: other, buyerId: BUYER, until });
  await stage.settle();
  expect((await stage.listingState()).reservation?.transactionId).toBe(other);
});

test.each([
  ['the buyer', null, 'active'],
  ['the seller, for shipping reasons', 'SHIPPING_ISSUES', 'active'],
  ['the seller, because it is not available', 'UNAVAILABLE', 'archived'],
] as const)(
  'frees or archives the listing of an unpaid transaction cancelled by %s [L-066]',
  async (_who, reason, status) => {
    await checkedOut(stage);
    await cancel(reason, reason ? stage.seller : stage.buyer);
    await stage.settle();
    expect(await stage.listingState()).toMatchObject({ status, reservation: null });
  },
);

test('frees the listing after a payment of a wrong amount [L-058]', async () => {
  await checkedOut(stage);
  await stage.told(paidEvent(stage, { captured: 100 }));
  await stage.settle();
  expect((await stage.saleState()).status).toBe('REFUND_BUYER');
  expect(await stage.listingState()).toMatchObject({ status: 'active', reservation: null });
});

test.each([
  ['SHIPPING_ISSUES', 'active'],
  ['UNAVAILABLE', 'archived'],
] as const)('a paid transaction cancelled with %s leaves the refunded listing %s [L-071]', async (reason, status) => {
  await paid(stage);
  await cancel(reason);
  await stage.settle();
  expect((await stage.listingState()).status).toBe('sold');
  await refundedInFull();
  expect((await stage.listingState()).status).toBe(status);
});

test('archives the listing after a missed shipment once the buyer is refunded [L-071]', async () => {
  await paid(stage);
  stage.clock.advance(96 * 60 * MINUTE);
  await stage.sweep();
  expect(await stage.typesOf(`transaction-${TRANSACTION}`)).toContain('ShipmentDeadlineMissed');
  await refundedInFull();
  expect((await stage.listingState()).status).toBe('archived');
});

test('does not return a shipped listing to the market after a refund', async () => {
  await shipped(stage);
  const seller = { bankVerified: true, payoutsHeldUntil: null };
  const claim = { type: 'OpenDispute', category: 'DAMAGED', claim: TOTAL, text: 'broken', evidence: ['a'] } as const;
  await stage.sale(claim, stage.buyer);
  await stage.sale({ type: 'AcceptClaim', seller }, { id: SELLER, role: 'member' });
  await refundedInFull();
  expect((await stage.saleState()).status).toBe('REFUNDED');
  expect((await stage.listingState()).status).toBe('sold');
});

test('refunds a late payment without affecting the listing’s next transaction [L-128]', async () => {
  await checkedOut(stage);
  stage.clock.advance(30 * MINUTE);
  await stage.sweep();
  const other = '8'.repeat(32);
  const until = stage.clock.now() + 30 * MINUTE;
  await stage.given(`listing-${LISTING}`, 'ListingReserved', { transactionId: other, buyerId: BUYER, until });
  await stage.told(paidEvent(stage));
  await stage.settle();
  expect((await stage.saleState()).status).toBe('REFUND_BUYER');
  await refundedInFull();
  expect(await stage.listingState()).toMatchObject({ status: 'active', reservation: { transactionId: other } });
});

describe('an unpaid purchase', () => {
  const open = async () => (await stage.repository.unpaidPurchases.load(BUYER)).state.open;
  const blocked = async () => Object.keys((await stage.repository.unpaidPurchases.load(BUYER)).state.blocks);

  test('no longer counts once it is paid', async () => {
    await paid(stage);
    await stage.settle();
    expect(await stage.typesOf(`buyer-${BUYER}`)).toEqual(['PurchaseBegun', 'PurchasePaid']);
  });

  test('expires with its transaction and closes the listing to this buyer before freeing it', async () => {
    await bought(stage);
    stage.clock.advance(30 * MINUTE);
    await stage.sweep();
    expect([await open(), await blocked()]).toEqual([[], [LISTING]]);
    const all = (await stage.store.readAll({ limit: 100_000 })).map(({ type }) => type);
    expect(all.indexOf('PurchaseLapsed')).toBeLessThan(all.indexOf('ReservationReleased'));
  });

  test.each([
    ['the buyer', 'PurchaseAbandoned', [LISTING]],
    ['the seller', 'PurchaseDropped', []],
  ] as const)('cancelled by %s: %s', async (who, type, closed) => {
    await checkedOut(stage);
    await cancel(who === 'the seller' ? 'SHIPPING_ISSUES' : null, who === 'the seller' ? stage.seller : stage.buyer);
    await stage.settle();
    expect(await stage.typesOf(`buyer-${BUYER}`)).toEqual(['PurchaseBegun', type]);
    expect([await open(), await blocked()]).toEqual([[], closed]);
  });

  test('paid with a wrong amount is dropped', async () => {
    await checkedOut(stage);
    await stage.told(paidEvent(stage, { captured: 100 }));
    await stage.settle();
    expect(await stage.typesOf(`buyer-${BUYER}`)).toEqual(['PurchaseBegun', 'PurchaseDropped']);
  });

  test.each([
    ['nothing was reserved', begun],
    ['its sale never came', reserved],
  ])('is dropped one minute after the window when %s', async (_when, scene) => {
    await scene(stage);
    await stage.settle();
    stage.clock.advance(31 * MINUTE - 1);
    await stage.sweep();
    expect(await open()).toHaveLength(1);
    stage.clock.advance(1);
    await stage.sweep();
    expect([await open(), await blocked()]).toEqual([[], []]);
    expect((await stage.listingState()).reservation).toBeNull();
  });

  test('stays open while a bank still decides', async () => {
    await checkedOut(stage);
    await stage.told(fact(stage, { kind: 'payment.processing', sessionId: 'cs_1' }));
    await stage.settle();
    stage.payments.checkouts.set('cs_1', { state: 'processing' });
    stage.clock.advance(45 * MINUTE);
    await stage.sweep();
    expect(await open()).toHaveLength(1);
  });
});

test('frees its listing even if money arrives before the listing is freed', async () => {
  await checkedOut(stage);
  await stage.settle();
  await stage.stop();
  await cancel(null, stage.buyer);
  const late = { type: 'RecordProviderFact', fact: paidEvent(stage) } as const;
  await stage.sale(late, { id: 'provider', role: 'provider' });
  await stage.start();
  await stage.settle();
  expect((await stage.saleState()).status).toBe('REFUND_BUYER');
  expect((await stage.listingState()).reservation).toBeNull();
});
