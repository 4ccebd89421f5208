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

/** Who got an email of this kind. */
const told = (kind: string) => stage.emails.filter(({ template }) => template === kind).map(({ username }) => username);

const cancelBySeller = (reason = 'SHIPPING_ISSUES') =>
  stage.sale({ type: 'Cancel', reason, otherReason: null }, stage.seller);

describe('a refund', () => {
  beforeEach(async () => {
    await people(stage);
    await paid(stage);
  });

  test('that was decided goes to the provider once, with the whole sum and the sale’s payment [L-070]', async () => {
    await cancelBySeller();
    await stage.settle();
    const { refund } = await stage.saleState();
    expect(stage.payments.refunds).toEqual([{ refundId: refund?.id, attempt: 1, paymentId: 'pay_1', amount: TOTAL }]);
  });

  test('survives a process that dies between the append and the call: exactly one goes out', async () => {
    await stage.stop();
    await cancelBySeller();
    expect(stage.payments.refunds).toEqual([]);
    await stage.start();
    await stage.settle();
    expect(stage.payments.refunds).toHaveLength(1);
    // and dies again after the call, before its place was saved
    await stage.stop();
    stage.forgetPlaces();
    await stage.start();
    await stage.settle();
    expect(stage.payments.refunds).toHaveLength(1);
  });

  test('survives the loss of its place and of the queue together, because the provider knows the key', async () => {
    await cancelBySeller();
    await stage.settle();
    await stage.stop();
    stage.forgetPlaces();
    stage.jobs.lose();
    await stage.start();
    await stage.settle();
    expect(stage.payments.refunds).toHaveLength(1);
  });

  test('waits while the provider is away for ten minutes, and is then done', async () => {
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

  test('that failed is tried again after 1 h, 1 d and 3 d, then it is the staff’s [L-116]', async () => {
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

  test('whose webhook never came is asked about when its watch ends', async () => {
    await cancelBySeller();
    await stage.settle();
    const refundId = (await stage.saleState()).refund?.id ?? '';
    stage.payments.refundStates.set(refundId, 'done');
    stage.clock.advance(20 * DAY);
    await stage.sweep();
    expect((await stage.saleState()).status).toBe('REFUNDED');
    // the webhook comes after all
    await stage.told(fact(stage, { kind: 'refund.done', refundId, amount: TOTAL }));
    await stage.settle();
    const types = await stage.typesOf(`transaction-${TRANSACTION}`);
    expect(types.filter((type) => type === 'RefundCompleted')).toHaveLength(1);
  });

  test('of a payment that came twice goes back to that payment, and the sale goes on', async () => {
    const again = { kind: 'payment.paid', sessionId: 'cs_2', paymentId: 'pay_2', captured: TOTAL, currency: 'EUR' };
    await stage.told(fact(stage, again));
    await stage.settle();
    expect(stage.payments.refunds).toEqual([expect.objectContaining({ paymentId: 'pay_2', amount: TOTAL })]);
    expect((await stage.saleState()).status).toBe('AWAIT_SHIPPING');
  });
});

describe('a payout', () => {
  test('goes out with the run of the second business day, once, to the seller’s account [L-122]', async () => {
    await people(stage);
    await released(stage);
    const { payout } = await stage.saleState();
    // released on a Monday at noon: the run of Wednesday, ten o'clock in Amsterdam
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

  test('never on a weekend, and not while a hold stands [L-121]', async () => {
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

  test('that the bank does not take makes the bank account unverified and waits for another [L-125]', async () => {
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

  test('that came back later does the same', async () => {
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

  test('goes to the account that was verified when it began, also if another was given since', async () => {
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
    // and its refusal is about the old account only
    const payoutId = stage.payments.payouts[0]?.payoutId;
    await stage.told(fact(stage, { kind: 'payout.failed', payoutId, reason: 'account closed', accountAtFault: true }));
    await stage.settle();
    expect((await stage.sellerAccount()).bankState).toBe('verified');
    const { status, payout } = await stage.saleState();
    expect(status).toBe('READY_FOR_PAYOUT');
    expect(payout.runAt).toBeGreaterThanOrEqual(heldUntil);
  });

  test('goes to the account that it began with, also when another is given in the same millisecond', async () => {
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

  test('goes to the account that was verified, when another comes between the decision and its fact', async () => {
    await people(stage);
    await released(stage);
    stage.clock.advance(2 * DAY);
    const bank = { accountHolder: 'Thief', iban: 'DE89370400440532013000', bankName: 'Other' };
    const payoutsHeldUntil = stage.clock.now() + 3 * DAY;
    await stage.given(`account-${SELLER}`, 'BankDetailsProvided', { bank, payoutsHeldUntil });
    // the seller's standing as it was read a moment earlier
    const seller = { bankVerified: true, payoutsHeldUntil: null };
    await stage.sale({ type: 'InitiatePayout', seller }, SYSTEM);
    await stage.settle();
    expect(stage.payments.payouts.map(({ destination }) => destination.iban)).toEqual([IBAN]);
  });

  test('is not redirected by a new IBAN when the process dies after it began, and its queue is lost', async () => {
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

  test('that failed for a passing reason is tried again after a day, under a new id [L-124]', async () => {
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

  test('that had failed is not sent by a job that comes late, or once more after the loss of the queue', async () => {
    const payoutId = await failedFirst();
    stage.payments.payouts.length = 0;
    await stage.jobs.add([{ queue: PAYOUTS, id: 'once-more', data: { saleId: TRANSACTION, payoutId } }]);
    await stage.settle();
    expect(stage.payments.payouts).toEqual([]);
  });

  test('that had failed and was paid after all is the payout: the seller is told, and no second one goes out [L-143]', async () => {
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

  test('of which "paid" is heard after "failed" is not believed when the provider says that it failed', async () => {
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

  test('whose webhook is overdue is asked about after a business day', async () => {
    const payoutId = await atTheBank();
    stage.payments.payoutStates.set(payoutId, 'paid');
    stage.clock.advance(2 * DAY);
    await stage.sweep();
    expect((await stage.saleState()).status).toBe('COMPLETED');
  });
});

describe('payable?', () => {
  test('without a verified bank account the sale waits, and the seller is told [L-120]', async () => {
    await people(stage, { bankVerified: false });
    await released(stage);
    expect((await stage.saleState()).status).toBe('ESCROW_COMPLETED');
    expect(told('bankAccountNeeded')).toEqual(['Bert']);
  });

  test('is asked again when the bank account is verified [L-118]', async () => {
    await people(stage, { bankVerified: false });
    await released(stage);
    const bank = { accountHolder: 'Bert', iban: IBAN, bankName: 'Bank' };
    await stage.given(`account-${SELLER}`, 'BankDetailsProvided', { bank, payoutsHeldUntil: null });
    await stage.settle();
    expect(await stage.typesOf(`account-${SELLER}`)).toContain('BankAccountVerified');
    expect((await stage.saleState()).status).toBe('READY_FOR_PAYOUT');
  });

  test('not while the seller is suspended; the end of the suspension asks again', async () => {
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

  test('not by the timer while the buyer is suspended: the sale waits for staff', async () => {
    await people(stage);
    await shipped(stage);
    await stage.given(`account-${BUYER}`, 'AccountSuspended', { reason: 'fraud' });
    await goTo(stage, await dueAt(stage, 'escrowEnd'));
    expect(await stage.saleState()).toMatchObject({ status: 'IN_ESCROW', money: 'escrow', staff: 'held' });
  });

  test('a bank account that the provider refuses is rejected, and the sale goes on waiting', async () => {
    stage.payments.refusedIbans.add(IBAN);
    await people(stage);
    await released(stage);
    expect((await stage.sellerAccount()).bankState).toBe('rejected');
    expect((await stage.saleState()).status).toBe('ESCROW_COMPLETED');
  });

  test('the check of a bank account that was replaced meanwhile changes nothing', async () => {
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

  test('after a dispute that was withdrawn the escrow goes on, and pays', async () => {
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
