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

test('what a terminated seller did not ship does not come back to the market', async () => {
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

test('a reservation whose transaction never came is released one minute after the window [L-048]', async () => {
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

test('that check needs no job queue, and leaves a reservation whose transaction came alone', async () => {
  await checkedOut(stage);
  await stage.settle();
  stage.payments.checkouts.set('cs_1', { state: 'processing' });
  stage.jobs.lose();
  stage.clock.advance(31 * MINUTE);
  await stage.sweep();
  expect((await stage.saleState()).status).toBe('PAYMENT_PENDING');
  expect((await stage.listingState()).reservation?.transactionId).toBe(TRANSACTION);
});

test('a paid sale makes its listing sold [L-056]', async () => {
  await paid(stage);
  expect(await stage.listingState()).toMatchObject({ status: 'sold', soldTo: TRANSACTION, reservation: null });
});

test('an expired sale frees its listing, and it can be bought again [L-062]', async () => {
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
] as const)('an unpaid sale cancelled by %s: the listing is free or archived [L-066]', async (_who, reason, status) => {
  await checkedOut(stage);
  await cancel(reason, reason ? stage.seller : stage.buyer);
  await stage.settle();
  expect(await stage.listingState()).toMatchObject({ status, reservation: null });
});

test('a payment of a wrong amount frees the listing [L-058]', async () => {
  await checkedOut(stage);
  await stage.told(paidEvent(stage, { captured: 100 }));
  await stage.settle();
  expect((await stage.saleState()).status).toBe('REFUND_BUYER');
  expect(await stage.listingState()).toMatchObject({ status: 'active', reservation: null });
});

test.each([
  ['SHIPPING_ISSUES', 'active'],
  ['UNAVAILABLE', 'archived'],
] as const)('a paid sale cancelled with %s: once refunded, the listing is %s [L-071]', async (reason, status) => {
  await paid(stage);
  await cancel(reason);
  await stage.settle();
  expect((await stage.listingState()).status).toBe('sold');
  await refundedInFull();
  expect((await stage.listingState()).status).toBe(status);
});

test('a missed shipment archives the listing once the buyer is refunded [L-071]', async () => {
  await paid(stage);
  stage.clock.advance(96 * 60 * MINUTE);
  await stage.sweep();
  expect(await stage.typesOf(`transaction-${TRANSACTION}`)).toContain('ShipmentDeadlineMissed');
  await refundedInFull();
  expect((await stage.listingState()).status).toBe('archived');
});

test('what was shipped does not come back to the market by a refund', async () => {
  await shipped(stage);
  const seller = { bankVerified: true, payoutsHeldUntil: null };
  const claim = { type: 'OpenDispute', category: 'DAMAGED', claim: TOTAL, text: 'broken', evidence: ['a'] } as const;
  await stage.sale(claim, stage.buyer);
  await stage.sale({ type: 'AcceptClaim', seller }, { id: SELLER, role: 'member' });
  await refundedInFull();
  expect((await stage.saleState()).status).toBe('REFUNDED');
  expect((await stage.listingState()).status).toBe('sold');
});

test('the late payment of an expired sale goes back and leaves the next sale of the listing alone [L-128]', async () => {
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

describe('the purchase among those of its buyer that wait for their payment', () => {
  const open = async () => (await stage.repository.buyers.load(BUYER)).state.open;
  const blocked = async () => Object.keys((await stage.repository.buyers.load(BUYER)).state.blocks);

  test('is counted no more once it is paid', async () => {
    await paid(stage);
    await stage.settle();
    expect(await stage.typesOf(`buyer-${BUYER}`)).toEqual(['PurchaseBegun', 'PurchasePaid']);
  });

  test('lapses with its sale, and closes the listing to this buyer before that is free again', async () => {
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
  ] as const)('cancelled unpaid by %s: %s', async (who, type, closed) => {
    await checkedOut(stage);
    await cancel(who === 'the seller' ? 'SHIPPING_ISSUES' : null, who === 'the seller' ? stage.seller : stage.buyer);
    await stage.settle();
    expect(await stage.typesOf(`buyer-${BUYER}`)).toEqual(['PurchaseBegun', type]);
    expect([await open(), await blocked()]).toEqual([[], closed]);
  });

  test('of a wrong amount is dropped', async () => {
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

  test('stays open while a bank still decides about the payment', async () => {
    await checkedOut(stage);
    await stage.told(fact(stage, { kind: 'payment.processing', sessionId: 'cs_1' }));
    await stage.settle();
    stage.payments.checkouts.set('cs_1', { state: 'processing' });
    stage.clock.advance(45 * MINUTE);
    await stage.sweep();
    expect(await open()).toHaveLength(1);
  });
});

test('an unpaid sale whose money comes before anybody has freed its listing frees it all the same', async () => {
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
