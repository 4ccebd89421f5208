import { beforeEach, describe, expect, test } from 'vitest';
import { PAYOUTS } from '#application/transactions/policies/payouts.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import { openCases } from '#domain/transactions/cases.ts';
import { fact, paid, people, released, shipped, TOTAL } from '../../policies/scenes.ts';
import { BUYER, IBAN, openStage, SELLER, type Stage, TRANSACTION } from '../../policies/stage.ts';
import { dueAt, goTo } from './deadlineScenes.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});

/** Who got an e-mail of this kind. */
const told = (kind: string) => stage.emails.filter(({ template }) => template === kind).map(({ username }) => username);

const cancelBySeller = (reason = 'SHIPPING_ISSUES') =>
  stage.sale({ type: 'Cancel', reason, otherReason: null }, stage.seller);

describe('a refund', () => {
  beforeEach(async () => {
    await people(stage);
    await paid(stage);
  });

  test('is sent once, with the full sum and the transaction’s payment [L-070]', async () => {
    await cancelBySeller();
    await stage.settle();
    const { refund } = await stage.saleState();
    expect(stage.payments.refunds).toEqual([{ refundId: refund?.id, attempt: 1, paymentId: 'pay_1', amount: TOTAL }]);
  });

  test('is sent exactly once after a crash between append and call', async () => {
    await stage.stop();
    await cancelBySeller();
    expect(stage.payments.refunds).toEqual([]);
    await stage.start();
    await stage.settle();
    expect(stage.payments.refunds).toHaveLength(1);
    // and crashes again after the call, before its checkpoint was saved
    await stage.stop();
    stage.forgetPlaces();
    await stage.start();
    await stage.settle();
    expect(stage.payments.refunds).toHaveLength(1);
  });

  test('is sent once even if checkpoint and queue are both lost, because the provider knows the key', async () => {
    await cancelBySeller();
    await stage.settle();
    await stage.stop();
    stage.forgetPlaces();
    stage.jobs.lose();
    await stage.start();
    await stage.settle();
    expect(stage.payments.refunds).toHaveLength(1);
  });

  test('waits while the provider is down for ten minutes, and is then done', async () => {
    stage.payments.down = true;
    await cancelBySeller();
    let attempts = 0;
    for (let minute = 0; minute < 10; minute++) {
      await stage.policiesDone();
      attempts += await stage.jobs.runDue();
      stage.clock.advance(60_000);
    }
    expect(stage.payments.refunds).toEqual([]);
    expect((await stage.jobs.counts()).refunds).toMatchObject({ failed: 0 });
    expect(attempts).toBeLessThan(20);
    stage.payments.down = false;
    stage.clock.advance(5 * 60_000);
    await stage.settle();
    expect(stage.payments.refunds).toHaveLength(1);
  });

  test('is retried after 1 h, 1 d and 3 d, then becomes a staff case [L-116]', async () => {
    await cancelBySeller();
    await stage.settle();
    const refundId = (await stage.saleState()).refund?.id;
    const fail = async () => {
      await stage.told(fact(stage, { kind: 'refund.failed', refundId, reason: 'card closed' }));
      await stage.settle();
    };
    for (const [place, wait] of [HOUR, DAY, 3 * DAY].entries()) {
      await fail();
      expect((await stage.saleState()).status).toBe('REFUND_BUYER');
      stage.clock.advance(wait - 1);
      await stage.sweep();
      expect(stage.payments.refunds).toHaveLength(place + 1);
      stage.clock.advance(1);
      await stage.sweep();
      expect(stage.payments.refunds).toHaveLength(place + 2);
    }
    expect(stage.payments.refunds.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
    await fail();
    expect(await stage.typesOf(`transaction-${TRANSACTION}`)).toContain('EscalatedToStaff');
    stage.clock.advance(10 * DAY);
    await stage.sweep();
    expect(stage.payments.refunds).toHaveLength(4);
  });

  test('is asked about at the end of its watch if its webhook never came', async () => {
    await cancelBySeller();
    await stage.settle();
    const refundId = (await stage.saleState()).refund?.id ?? '';
    stage.payments.refundStates.set(refundId, 'done');
    stage.clock.advance(20 * DAY);
    await stage.sweep();
    expect((await stage.saleState()).status).toBe('REFUNDED');
    // the webhook arrives after all
    await stage.told(fact(stage, { kind: 'refund.done', refundId, amount: TOTAL }));
    await stage.settle();
    const types = await stage.typesOf(`transaction-${TRANSACTION}`);
    expect(types.filter((type) => type === 'RefundCompleted')).toHaveLength(1);
  });

  test('of a duplicate payment goes back to that payment, and the transaction continues', async () => {
    const again = { kind: 'payment.paid', sessionId: 'cs_2', paymentId: 'pay_2', captured: TOTAL, currency: 'EUR' };
    await stage.told(fact(stage, again));
    await stage.settle();
    expect(stage.payments.refunds).toEqual([expect.objectContaining({ paymentId: 'pay_2', amount: TOTAL })]);
    expect((await stage.saleState()).status).toBe('AWAIT_SHIPPING');
  });
});

describe('a payout', () => {
  test('is sent once, on the second business day, to the seller’s account [L-122]', async () => {
    await people(stage);
    await released(stage);
    const { payout } = await stage.saleState();
    // released on Monday at noon: paid in Wednesday's run, ten o'clock in Amsterdam
    expect(new Date(payout.runAt ?? 0).toISOString()).toBe('2026-03-04T09:00:00.000Z');
    stage.clock.advance((payout.runAt ?? 0) - stage.clock.now() - 1);
    await stage.sweep();
    expect(stage.payments.payouts).toEqual([]);
    stage.clock.advance(1);
    await stage.sweep();
    await stage.sweep();
    expect(stage.payments.payouts).toEqual([
      {
        payoutId: expect.any(String),
        transactionId: TRANSACTION,
        amount: 5_500,
        destination: { accountHolder: 'Bert', iban: IBAN },
      },
    ]);
    expect((await stage.saleState()).status).toBe('PAYOUT_INITIATED');
  });

  test('is never sent on a weekend or during a hold [L-121]', async () => {
    await people(stage);
    stage.clock.advance(3 * DAY); // a Thursday
    await released(stage);
    const { payout } = await stage.saleState();
    expect(new Date(payout.runAt ?? 0).getUTCDay()).toBe(1);
    await stage.sale({ type: 'PlaceStaffHold', reason: 'to be looked at' }, { id: 'f'.repeat(32), role: 'staff' });
    stage.clock.advance(6 * DAY);
    await stage.sweep();
    expect(stage.payments.payouts).toEqual([]);
  });

  const atTheBank = async () => {
    await people(stage);
    await released(stage);
    stage.clock.advance(2 * DAY);
    await stage.sweep();
    return stage.payments.payouts.at(-1)?.payoutId ?? '';
  };

  test('refused by the bank makes the account unverified and waits for another [L-125]', async () => {
    const payoutId = await atTheBank();
    await stage.told(fact(stage, { kind: 'payout.failed', payoutId, reason: 'account closed', accountAtFault: true }));
    await stage.settle();
    expect((await stage.sellerAccount()).bankState).toBe('rejected');
    expect((await stage.saleState()).status).toBe('ESCROW_COMPLETED');
    expect(told('payoutRefused')).toEqual(['Bert']);

    const other = { accountHolder: 'Bert', iban: 'DE89370400440532013000', bankName: 'Other' };
    await stage.given(`account-${SELLER}`, 'BankDetailsProvided', { bank: other, payoutsHeldUntil: null });
    await stage.settle();
    expect((await stage.saleState()).status).toBe('READY_FOR_PAYOUT');
    stage.clock.advance(5 * DAY);
    await stage.sweep();
    expect(stage.payments.payouts.at(-1)?.destination.iban).toBe(other.iban);
  });

  test('that comes back later does the same', async () => {
    const payoutId = await atTheBank();
    await stage.told(fact(stage, { kind: 'payout.paid', payoutId, amount: 5_500 }));
    await stage.settle();
    expect((await stage.saleState()).status).toBe('COMPLETED');
    await stage.told(fact(stage, { kind: 'payout.returned', payoutId, reason: 'wrong holder', amount: 5_500 }));
    await stage.settle();
    expect([(await stage.saleState()).status, (await stage.sellerAccount()).bankState]).toEqual([
      'ESCROW_COMPLETED',
      'rejected',
    ]);
  });

  test('goes to the account verified when it began, even if another was added since', async () => {
    await people(stage);
    await released(stage);
    stage.payments.down = true;
    stage.clock.advance(2 * DAY);
    await stage.sweep();
    const heldUntil = stage.clock.now() + 3 * DAY;
    stage.clock.advance(1);
    await stage.given(`account-${SELLER}`, 'BankDetailsProvided', {
      bank: { accountHolder: 'Thief', iban: 'DE89370400440532013000', bankName: 'Other' },
      payoutsHeldUntil: heldUntil,
    });
    stage.payments.down = false;
    stage.clock.advance(10 * 60_000);
    await stage.settle();
    expect(stage.payments.payouts.map(({ destination }) => destination)).toEqual([
      { accountHolder: 'Bert', iban: IBAN },
    ]);
    // and its refusal concerns only the old account
    const payoutId = stage.payments.payouts[0]?.payoutId;
    await stage.told(fact(stage, { kind: 'payout.failed', payoutId, reason: 'account closed', accountAtFault: true }));
    await stage.settle();
    expect((await stage.sellerAccount()).bankState).toBe('verified');
    const { status, payout } = await stage.saleState();
    expect(status).toBe('READY_FOR_PAYOUT');
    expect(payout.runAt).toBeGreaterThanOrEqual(heldUntil);
  });

  test('goes to the account it began with, even if another was added in the same millisecond', async () => {
    await people(stage);
    await released(stage);
    stage.payments.down = true;
    stage.clock.advance(2 * DAY);
    await stage.sweep();
    expect((await stage.saleState()).status).toBe('PAYOUT_INITIATED');
    const thief = { accountHolder: 'Thief', iban: 'DE89370400440532013000', bankName: 'Other' };
    await stage.given(`account-${SELLER}`, 'BankDetailsProvided', { bank: thief, payoutsHeldUntil: null });
    stage.payments.down = false;
    stage.clock.advance(10 * 60_000);
    await stage.settle();
    expect(stage.payments.payouts.map(({ destination }) => destination.iban)).toEqual([IBAN]);
  });

  test('goes to the verified account if another was added between decision and event', async () => {
    await people(stage);
    await released(stage);
    stage.clock.advance(2 * DAY);
    const bank = { accountHolder: 'Thief', iban: 'DE89370400440532013000', bankName: 'Other' };
    const payoutsHeldUntil = stage.clock.now() + 3 * DAY;
    await stage.given(`account-${SELLER}`, 'BankDetailsProvided', { bank, payoutsHeldUntil });
    // the seller's standing as read a moment earlier
    const seller = { bankVerified: true, payoutsHeldUntil: null };
    await stage.sale({ type: 'InitiatePayout', seller }, SYSTEM);
    await stage.settle();
    expect(stage.payments.payouts.map(({ destination }) => destination.iban)).toEqual([IBAN]);
  });

  test('is not redirected by a new IBAN after a crash and a lost queue', async () => {
    await people(stage);
    await released(stage);
    stage.payments.down = true;
    stage.clock.advance(2 * DAY);
    await stage.sweep();
    expect((await stage.saleState()).status).toBe('PAYOUT_INITIATED');
    await stage.stop();
    stage.jobs.lose();
    stage.clock.advance(1);
    const thief = { accountHolder: 'Thief', iban: 'DE89370400440532013000', bankName: 'Other' };
    await stage.given(`account-${SELLER}`, 'BankDetailsProvided', { bank: thief, payoutsHeldUntil: null });
    stage.payments.down = false;
    stage.forgetPlaces();
    await stage.start();
    await stage.settle();
    expect(stage.payments.payouts.map(({ destination }) => destination.iban)).toEqual([IBAN]);
  });

  test('that failed temporarily is retried a day later under a new id [L-124]', async () => {
    const payoutId = await atTheBank();
    await stage.told(fact(stage, { kind: 'payout.failed', payoutId, reason: 'bank away', accountAtFault: false }));
    await stage.settle();
    stage.clock.advance(DAY - 1);
    await stage.sweep();
    expect(stage.payments.payouts).toHaveLength(1);
    stage.clock.advance(1);
    await stage.sweep();
    expect(stage.payments.payouts).toHaveLength(2);
    expect(stage.payments.payouts[1]?.payoutId).not.toBe(payoutId);
  });

  const failedFirst = async () => {
    const payoutId = await atTheBank();
    await stage.told(fact(stage, { kind: 'payout.failed', payoutId, reason: 'bank away', accountAtFault: false }));
    await stage.settle();
    return payoutId;
  };

  test('that failed is not sent by a late job or after the queue was lost', async () => {
    const payoutId = await failedFirst();
    stage.payments.payouts.length = 0;
    await stage.jobs.add([{ queue: PAYOUTS, id: 'once-more', data: { saleId: TRANSACTION, payoutId } }]);
    await stage.settle();
    expect(stage.payments.payouts).toEqual([]);
  });

  test('that failed but was paid is final: the seller is notified, and no second one is sent [L-143]', async () => {
    const payoutId = await failedFirst();
    stage.payments.payoutStates.set(payoutId, 'paid');
    await stage.told(fact(stage, { kind: 'payout.paid', payoutId, amount: 5_500 }));
    await stage.settle();
    expect((await stage.saleState()).status).toBe('COMPLETED');
    expect(stage.emails.map(({ template }) => template)).toContain('payoutCompleted');
    stage.clock.advance(10 * DAY);
    await stage.sweep();
    expect(stage.payments.payouts).toHaveLength(1);
  });

  test('reported paid after failed is not believed if the provider says failed', async () => {
    const payoutId = await failedFirst();
    stage.payments.payoutStates.set(payoutId, 'failed');
    const news = fact(stage, { kind: 'payout.paid', payoutId, amount: 5_500 });
    stage.payments.down = true;
    await stage.told(news);
    await stage.settle();
    expect(stage.providerEvents.outcomes.get(news.eventId)).toBeUndefined();
    stage.payments.down = false;
    stage.clock.advance(DAY);
    await stage.sweep();
    expect(stage.providerEvents.outcomes.get(news.eventId)).toBe('recorded');
    expect(await stage.typesOf(`transaction-${TRANSACTION}`)).toContain('ProviderFactRecorded');
    expect((await stage.saleState()).paidOut).toBe(0);
    expect(stage.payments.payouts).toHaveLength(2);
  });

  test('is asked about after a business day if its webhook is overdue', async () => {
    const payoutId = await atTheBank();
    stage.payments.payoutStates.set(payoutId, 'paid');
    stage.clock.advance(2 * DAY);
    await stage.sweep();
    expect((await stage.saleState()).status).toBe('COMPLETED');
  });
});

describe('payability', () => {
  test('waits without a verified bank account and tells the seller [L-120]', async () => {
    await people(stage, { bankVerified: false });
    await released(stage);
    expect((await stage.saleState()).status).toBe('ESCROW_COMPLETED');
    expect(told('bankAccountNeeded')).toEqual(['Bert']);
  });

  test('is reviewed when the bank account is verified [L-118]', async () => {
    await people(stage, { bankVerified: false });
    await released(stage);
    const bank = { accountHolder: 'Bert', iban: IBAN, bankName: 'Bank' };
    await stage.given(`account-${SELLER}`, 'BankDetailsProvided', { bank, payoutsHeldUntil: null });
    await stage.settle();
    expect(await stage.typesOf(`account-${SELLER}`)).toContain('BankAccountVerified');
    expect((await stage.saleState()).status).toBe('READY_FOR_PAYOUT');
  });

  test('waits while the seller is suspended and is reviewed afterwards', async () => {
    await people(stage);
    await released(stage);
    await stage.given(`account-${SELLER}`, 'AccountSuspended', { reason: 'fraud' });
    await goTo(stage, await dueAt(stage, 'payoutRun'));
    expect((await stage.saleState()).status).toBe('ESCROW_COMPLETED');
    expect(openCases(await stage.saleState()).map(({ kind }) => kind)).toEqual(['sellerSuspended']);
    await stage.given(`account-${SELLER}`, 'AccountReinstated', { reason: 'it was none' });
    await stage.settle();
    expect((await stage.saleState()).status).toBe('READY_FOR_PAYOUT');
    expect(openCases(await stage.saleState())).toEqual([]);
  });

  test('waits for staff instead of a timer while the buyer is suspended', async () => {
    await people(stage);
    await shipped(stage);
    await stage.given(`account-${BUYER}`, 'AccountSuspended', { reason: 'fraud' });
    await goTo(stage, await dueAt(stage, 'escrowEnd'));
    expect(await stage.saleState()).toMatchObject({ status: 'IN_ESCROW', money: 'escrow', staff: 'held' });
  });

  test('keeps waiting when the provider rejects the bank account', async () => {
    stage.payments.refusedIbans.add(IBAN);
    await people(stage);
    await released(stage);
    expect((await stage.sellerAccount()).bankState).toBe('rejected');
    expect((await stage.saleState()).status).toBe('ESCROW_COMPLETED');
  });

  test('ignores the check of a replaced bank account', async () => {
    stage.payments.refusedIbans.add(IBAN);
    stage.payments.down = true;
    await people(stage, { bankVerified: false });
    const give = (iban: string) =>
      stage.given(`account-${SELLER}`, 'BankDetailsProvided', {
        bank: { accountHolder: 'Bert', iban, bankName: 'Bank' },
        payoutsHeldUntil: null,
      });
    await give(IBAN);
    await stage.settle();
    stage.clock.advance(1);
    await give('DE89370400440532013000');
    stage.payments.down = false;
    stage.clock.advance(60_000);
    await stage.settle();
    expect((await stage.sellerAccount()).bankState).toBe('verified');
    expect(await stage.typesOf(`account-${SELLER}`)).not.toContain('BankAccountRejected');
  });

  test('continues escrow and pays after a withdrawn dispute', async () => {
    await people(stage);
    await shipped(stage);
    const claim = { type: 'OpenDispute', category: 'DAMAGED', claim: 1_000, text: 'broken', evidence: ['a'] } as const;
    await stage.sale(claim, stage.buyer);
    const seller = { bankVerified: true, payoutsHeldUntil: null };
    await stage.sale({ type: 'WithdrawDispute', seller }, stage.buyer);
    stage.clock.advance(13 * DAY);
    await stage.sweep();
    expect((await stage.saleState()).status).toBe('READY_FOR_PAYOUT');
  });
});
