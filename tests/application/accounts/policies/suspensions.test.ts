import { describe, expect, test } from 'vitest';
import { checkedOut, paid, paidEvent, people, SESSION, TOTAL } from '../../policies/scenes.ts';
import { BUYER, LISTING, openStage, SELLER, type Stage, TRANSACTION } from '../../policies/stage.ts';

test('signs a suspended account out, also after the suspending call crashed [D2-268]', async () => {
  const stage = await openStage();
  await people(stage);
  await stage.stop();
  await stage.given(`account-${SELLER}`, 'AccountSuspended', { reason: 'counterfeits' });
  expect(stage.signedOut).toEqual([]);
  await stage.start();
  await stage.settle();
  expect(stage.signedOut).toEqual([SELLER]);
});

describe('an unpaid purchase from a seller who is suspended', () => {
  const suspended = async (stage: Stage, unpaid = [TRANSACTION]) => {
    stage.erasure.unpaidSales.set(SELLER, unpaid);
    await stage.given(`account-${SELLER}`, 'AccountSuspended', { reason: 'casts' });
    await stage.settle();
  };
  const told = (stage: Stage) => stage.emails.map(({ template, role }) => `${role} ${template}`);

  test('is cancelled without blame: checkout closed, listing free, buyer notified', async () => {
    const stage = await openStage();
    await people(stage);
    await checkedOut(stage);
    await stage.settle();
    stage.emails.length = 0;
    await suspended(stage);
    await stage.sweep();
    expect((await stage.saleState()).status).toBe('CANCELLED');
    expect(stage.payments.expired).toEqual([SESSION]);
    expect((await stage.listingState()).reservation).toBeNull();
    expect((await stage.typesOf(`buyer-${BUYER}`)).at(-1)).toBe('PurchaseDropped');
    expect(told(stage)).toEqual(expect.arrayContaining(['buyer saleCancelled', 'seller saleCancelled']));
  });

  test('is refunded in full when money arrives before the cancellation', async () => {
    const stage = await openStage();
    await people(stage);
    await checkedOut(stage);
    await suspended(stage, []);
    stage.emails.length = 0;
    await stage.told(paidEvent(stage));
    await stage.settle();
    expect((await stage.saleState()).status).toBe('REFUND_BUYER');
    expect(stage.payments.refunds).toMatchObject([{ paymentId: 'pay_1', amount: TOTAL }]);
    expect((await stage.listingState()).status).toBe('active');
    expect((await stage.listingState()).reservation).toBeNull();
    const buyers = told(stage).filter((email) => email.startsWith('buyer'));
    expect(buyers).toEqual(['buyer saleCancelled', 'buyer paymentSentBack', 'buyer refundRequested']);
    expect(told(stage)).not.toContain('seller salePaid');
  });

  test('stays when the seller is reinstated first', async () => {
    const stage = await openStage();
    await people(stage);
    await checkedOut(stage);
    await stage.settle();
    await stage.stop();
    stage.erasure.unpaidSales.set(SELLER, [TRANSACTION]);
    await stage.given(`account-${SELLER}`, 'AccountSuspended', { reason: 'casts' });
    await stage.given(`account-${SELLER}`, 'AccountReinstated', { reason: 'proven' });
    await stage.start();
    await stage.settle();
    expect(stage.signedOut).toEqual([SELLER]);
    expect((await stage.saleState()).status).toBe('PAYMENT_PENDING');
    expect(stage.payments.expired).toEqual([]);
  });

  test('waits for the seller as before if it was already paid', async () => {
    const stage = await openStage();
    await people(stage);
    await paid(stage);
    await suspended(stage);
    expect((await stage.saleState()).status).toBe('AWAIT_SHIPPING');
  });
});

test('ends sessions opened before a role change, also after a crash, but not later ones', async () => {
  const stage = await openStage();
  await people(stage);
  await stage.given(`account-${SELLER}`, 'RoleGranted', { role: 'staff', grantedBy: 'x' });
  await stage.given(`account-${SELLER}`, 'RoleRevoked', { role: 'staff', revokedBy: 'x' });
  await stage.settle();
  const recorded = (await stage.store.readStream(`account-${SELLER}`)).slice(-2).map(({ recordedAt }) => recordedAt);
  expect(stage.signedOut).toEqual(recorded.map((moment) => `${SELLER} ${moment}`));
});

test('archives a terminated account’s listings and notifies its owner of the time to object', async () => {
  const stage = await openStage();
  await people(stage);
  stage.erasure.listings.set(SELLER, [LISTING]);
  const eraseAt = stage.clock.now() + 30 * 24 * 3_600_000;
  await stage.given(`account-${SELLER}`, 'AccountSuspended', { reason: 'casts' });
  const decided = { proposalId: '1'.repeat(32), proposedBy: 'x', confirmedBy: 'y', eraseAt };
  await stage.given(`account-${SELLER}`, 'AccountTerminated', decided);
  await stage.settle();
  await stage.stop();
  stage.forgetPlaces();
  await stage.start();
  await stage.settle();
  expect((await stage.listingState()).status).toBe('archived');
  expect((await stage.typesOf(`listing-${LISTING}`)).filter((type) => type === 'ListingArchived')).toHaveLength(1);
  expect(stage.mailer.sent.filter(({ subject }) => subject === 'accountTerminated')).toHaveLength(1);
  expect(stage.emails.find(({ template }) => template === 'accountTerminated')?.details.eraseAt).toBe(eraseAt);
});

test('tells the seller of a removed listing once, with reasons and how to complain [D2-269]', async () => {
  const stage = await openStage();
  await people(stage);
  await stage.given(`listing-${LISTING}`, 'ListingRemoved', {
    reason: 'a cast of bad make',
    sellerId: SELLER,
    removedBy: 'x',
  });
  await stage.settle();
  await stage.stop();
  stage.forgetPlaces();
  await stage.start();
  await stage.settle();
  expect(stage.mailer.sent.filter(({ subject }) => subject === 'reportDecided')).toHaveLength(1);
  expect(stage.emails.find(({ template }) => template === 'reportDecided')?.notice).toMatchObject({
    title: (await stage.listingState()).offer.title,
    side: 'seller',
    fact: {
      type: 'ListingReportDecided',
      data: { outcome: 'removed', ownAccord: true, by: 'x', statement: 'a cast of bad make', reporters: [] },
    },
  });
});
