import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { openCases } from '#domain/transactions/cases.ts';
import { transactionEvents } from '#domain/transactions/events.ts';
import { heldMoney } from '#domain/transactions/state.ts';
import * as s from './scenario.ts';
import { chargeback, given, paidOut, payoutFails, RUN_AT, SHARE, TRANSACTION_ID } from './scenario.ts';

const RETRY_AT = RUN_AT + DAY;
const again = s.fires('payoutRetry', RETRY_AT);
const failedOnce = [...s.payingOut, payoutFails(RUN_AT)];
const secondUnderWay = [...failedOnce, again];
const overpaid = [...secondUnderWay, paidOut(RETRY_AT + HOUR, 1)];
const returned = (at: number, attempt = 1, amount = SHARE) =>
  s.says({ kind: 'payout.returned', payoutId: `${TRANSACTION_ID}p${attempt}`, reason: 'account closed', amount }, at);
const p1 = `${TRANSACTION_ID}p1`;
/** Reported at `at`, dated `occurredAt` by the provider. */
const failureOf = (occurredAt: number, at: number) =>
  s.says({ kind: 'payout.failed', payoutId: p1, reason: 'bank closed', accountAtFault: false, occurredAt }, at);
const LATER = RETRY_AT + 2 * DAY;

describe('a failed payout that arrives after all', () => {
  test('completes the transaction without a second payout when no other is under way [L-143] [L-039]', () => {
    const at = RUN_AT + HOUR;
    const transaction = given(failedOnce)
      .when(paidOut(at))
      .emits(['PayoutArrivedLate', { payoutId: p1, amount: SHARE, rateUntil: at + 30 * DAY }]);
    expect(transaction).toMatchObject({
      status: 'COMPLETED',
      money: 'paid',
      paidOut: SHARE,
      overpaid: 0,
      platformLoss: 0,
    });
    expect([s.armedKinds(transaction), openCases(transaction)]).toEqual([[], []]);
    const done = [...failedOnce, paidOut(at)];
    given(done).when(again).changesNothing();
    given(done)
      .when(s.run(RUN_AT + 7 * DAY))
      .changesNothing();
    given(done)
      .when(paidOut(at + HOUR))
      .changesNothing();
  });
  test('completes the transaction during a hold, and lifting the hold pays nobody twice', () => {
    let history = [...s.payingOut];
    let at = RUN_AT;
    for (const [place, days] of [1, 3, 7].entries()) {
      history = [...history, payoutFails(at, place + 1)];
      history = [...history, ...s.retriesPayout(at + days * DAY)];
      at = s.retriedAt(at + days * DAY);
    }
    const givenUp = [...history, payoutFails(at, 4)];
    expect(s.transactionAfter(givenUp).staff).toBe('held');
    for (const attempt of [1, 3, 4]) {
      const arrived = [...givenUp, paidOut(at + HOUR, attempt)];
      expect(s.transactionAfter(arrived)).toMatchObject({ status: 'COMPLETED', paidOut: SHARE });
      const lifted = given(arrived)
        .when(s.lift(at + DAY))
        .emits('StaffHoldLifted');
      expect(lifted.status).toBe('COMPLETED');
    }
  });
  test('completes the transaction even if the bank had refused it', () => {
    const transaction = given([...s.payingOut, payoutFails(RUN_AT, 1, true)])
      .when(paidOut(LATER))
      .emits('PayoutArrivedLate');
    expect(transaction.status).toBe('COMPLETED');
  });
  test('can return like any other payout', () => {
    const transaction = given([...failedOnce, paidOut(RUN_AT + HOUR)])
      .when(returned(LATER))
      .emits(['PayoutReturned', { amount: SHARE }]);
    expect(transaction).toMatchObject({ status: 'ESCROW_COMPLETED', money: 'payable', paidOut: 0 });
    given([...failedOnce, paidOut(RUN_AT + HOUR), returned(LATER)])
      .when(returned(LATER + HOUR))
      .changesNothing();
  });
  test('turns an open chargeback into a late one', () => {
    const disputed = [...failedOnce, chargeback('opened', RUN_AT + 1)];
    const transaction = given(disputed)
      .when(paidOut(RUN_AT + HOUR))
      .emits('PayoutArrivedLate');
    expect([transaction.status, transaction.chargeback, transaction.chargebacks]).toEqual([
      'COMPLETED',
      'none',
      { 'cb-1': { amount: s.TOTAL, stands: 'lateOpen' } },
    ]);
    given([...disputed, paidOut(RUN_AT + HOUR)])
      .when(chargeback('lost', LATER))
      .emits('LateChargebackLost');
  });
  test('is our loss beyond the amount that a chargeback left payable', () => {
    const transaction = given([...failedOnce, chargeback('lost', RUN_AT + 1, 1_000)])
      .when(paidOut(RUN_AT + HOUR))
      .emits(['PayoutArrivedLate', { amount: SHARE - 1_000 }], ['PayoutOverpaid', { amount: 1_000 }]);
    expect(transaction).toMatchObject({
      status: 'COMPLETED',
      paidOut: SHARE - 1_000,
      overpaid: 1_000,
      platformLoss: 1_000,
    });
    const back = given([...failedOnce, chargeback('lost', RUN_AT + 1, 1_000), paidOut(RUN_AT + HOUR)])
      .when(returned(LATER))
      .emits(['OverpaymentReturned', { amount: 1_000 }], ['PayoutReturned', { amount: SHARE - 1_000 }]);
    expect(back).toMatchObject({ status: 'ESCROW_COMPLETED', paidOut: 0, overpaid: 0, platformLoss: 0 });
  });
  test('is not accepted with a different amount', () => {
    given(failedOnce)
      .when(paidOut(RUN_AT + HOUR, 1, SHARE - 1))
      .emits('ProviderFactRecorded', 'EscalatedToStaff', 'StaffHoldPlaced');
  });
  test('is held for staff if it was reported as returned before', () => {
    const wayBack = [...s.payingOut, returned(RUN_AT + HOUR)];
    expect(s.transactionAfter(wayBack).payoutAttempts[p1]?.state).toBe('returned');
    given(wayBack).when(paidOut(LATER)).emits('ProviderFactRecorded', 'EscalatedToStaff', 'StaffHoldPlaced');
    given(failedOnce)
      .when(returned(RUN_AT + HOUR))
      .emits(['ProviderFactRecorded', { amount: null }]);
  });
});

describe('a late payout next to a second one', () => {
  test('is an overpayment and our loss, with a case; the second stays the only live one [L-143] [L-144]', () => {
    const transaction = given(secondUnderWay)
      .when(paidOut(RETRY_AT + HOUR, 1))
      .emits(['PayoutOverpaid', { payoutId: p1, amount: SHARE }]);
    expect(transaction).toMatchObject({ status: 'PAYOUT_INITIATED', paidOut: 0, overpaid: SHARE, platformLoss: SHARE });
    expect(openCases(transaction).map(({ kind }) => kind)).toEqual(['providerFact']);
    const done = given(overpaid).when(paidOut(LATER, 2)).emits('PayoutCompleted');
    expect(done).toMatchObject({ status: 'COMPLETED', paidOut: SHARE, overpaid: SHARE });
    given(overpaid).when(paidOut(LATER, 1)).changesNothing();
  });
  test('is an overpayment after the second was paid or the buyer was refunded', () => {
    const bothPaid = given([...secondUnderWay, paidOut(LATER, 2)])
      .when(paidOut(LATER + HOUR, 1))
      .emits('PayoutOverpaid');
    expect(bothPaid).toMatchObject({ status: 'COMPLETED', paidOut: SHARE, overpaid: SHARE });
    const buyers = [...failedOnce, s.hold(RUN_AT + 1), s.decide(SHARE, RUN_AT + 2), s.appealOver(RUN_AT + 2)];
    const transaction = given(buyers)
      .when(paidOut(RUN_AT + 9 * DAY))
      .emits(['PayoutOverpaid', { amount: SHARE }]);
    expect([transaction.status, transaction.platformLoss, heldMoney(transaction)]).toEqual([
      'REFUND_BUYER',
      SHARE,
      heldMoney(s.transactionAfter(buyers)),
    ]);
  });
  test.each([
    ['fails', payoutFails(LATER, 2), 'PayoutFailed'],
    ['is refused', payoutFails(LATER, 2, true), 'PayoutRefused'],
  ] as const)('counts as the payout when the second %s', (_, event, type) => {
    const transaction = given(overpaid)
      .when(event)
      .emits(type, ['OverpaymentCounted', { payoutId: p1, amount: SHARE }]);
    expect(transaction).toMatchObject({ status: 'COMPLETED', paidOut: SHARE, overpaid: 0, platformLoss: 0 });
    expect(s.armedKinds(transaction)).toEqual([]);
  });
  test('counts as the payout when the second returns', () => {
    const transaction = given([...overpaid, paidOut(LATER, 2)])
      .when(returned(LATER + HOUR, 2))
      .emits('PayoutReturned', 'OverpaymentCounted');
    expect(transaction).toMatchObject({ status: 'COMPLETED', paidOut: SHARE, overpaid: 0 });
  });
  test('counts towards the share that a partial refund leaves the seller', () => {
    const refunding = [...failedOnce, s.hold(RUN_AT + 1), s.decide(4_000, RUN_AT + 2), paidOut(RUN_AT + HOUR)];
    const transaction = given(refunding)
      .when(s.refunded(LATER, 4_000))
      .emits('PartialRefundCompleted', 'EscrowReleased', ['OverpaymentCounted', { amount: SHARE - 4_000 }]);
    expect(transaction).toMatchObject({
      status: 'COMPLETED',
      paidOut: SHARE - 4_000,
      overpaid: 4_000,
      platformLoss: 4_000,
    });
  });
  test('is no longer a loss once it has returned', () => {
    for (const event of [returned(LATER, 1), payoutFails(LATER, 1)]) {
      const transaction = given([...overpaid, paidOut(LATER, 2)])
        .when(event)
        .emits(['OverpaymentReturned', { payoutId: p1, amount: SHARE }]);
      expect(transaction).toMatchObject({ status: 'COMPLETED', paidOut: SHARE, overpaid: 0, platformLoss: 0 });
    }
  });
  test('does not return because of a failure report older than its arrival [L-143]', () => {
    const old = failureOf(RUN_AT, LATER);
    const beside = given(overpaid)
      .when(old)
      .emits(['ProviderFactRecorded', { amount: null }]);
    expect(beside).toMatchObject({ status: 'PAYOUT_INITIATED', overpaid: SHARE, platformLoss: SHARE });
    const failing = given([...overpaid, old])
      .when(payoutFails(LATER + HOUR, 2))
      .emits('PayoutFailed', 'OverpaymentCounted');
    expect(failing).toMatchObject({ status: 'COMPLETED', paidOut: SHARE, overpaid: 0 });
  });
});

test('a payout is not repeated when an older failure is reported after its arrival [L-143]', () => {
  const paid = [...s.payingOut, paidOut(RUN_AT + HOUR)];
  const transaction = given(paid)
    .when(failureOf(RUN_AT, LATER))
    .emits(['ProviderFactRecorded', { amount: null }]);
  expect(transaction).toMatchObject({ status: 'COMPLETED', money: 'paid', paidOut: SHARE });
  expect(openCases(transaction)).toEqual([]);
  given(paid)
    .when(failureOf(RUN_AT + 2 * HOUR, LATER))
    .emits('PayoutReturned');
});

test.each(['PayoutCompleted', 'PayoutArrivedLate', 'PayoutOverpaid'] as const)(
  'reads the report time as the time paid in a stored %s without provider time',
  (type) => {
    const { version, former } = transactionEvents[type];
    const old = { at: LATER, payoutId: p1, amount: SHARE, ...(type !== 'PayoutOverpaid' && { rateUntil: LATER }) };
    expect([version >= 2, former[0]?.lift(old)]).toEqual([true, { ...old, paidAt: LATER }]);
  },
);
