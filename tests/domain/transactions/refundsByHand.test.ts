import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { openCases } from '#domain/transactions/cases.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { holdsOf } from '#domain/transactions/state.ts';
import * as s from './scenario.ts';
import { AMOUNT, chargeback, FEE, given, MONDAY, RUN_AT, refunded, SHARE, TOTAL, TRANSACTION_ID } from './scenario.ts';

const PART = 2_000;
const byHand = (at: number, amount = PART, paymentId = 'payment-1') =>
  s.says({ kind: 'refund.done', refundId: 're_hand', amount, paymentId }, at);
const stands = (history: readonly TransactionCommand[]) => {
  const transaction = s.transactionAfter(history);
  return { sale: transaction, holds: holdsOf(transaction), cases: openCases(transaction).map(({ kind }) => kind) };
};
const MADE = { refundId: 're_hand', amount: PART, ours: PART };

describe('a refund made by hand at the provider', () => {
  const AT = s.SHIPPED_AT + 2 * DAY;
  test('in part takes the amount from escrow and holds the rest for staff [L-039]', () => {
    const transaction = given(s.shipped)
      .when(byHand(AT))
      .emits(['RefundMadeByHand', MADE], ['LossPartlyRecovered', { amount: PART }], 'StaffHoldPlaced');
    expect(transaction).toMatchObject({ status: 'IN_ESCROW', inEscrow: TOTAL - PART, refunded: PART, platformLoss: 0 });
    expect(stands([...s.shipped, byHand(AT)])).toMatchObject({
      holds: ['staff'],
      cases: ['staffHold', 'providerFact'],
    });
    given([...s.shipped, byHand(AT), s.lift(AT + DAY)])
      .when(
        s.fires(
          'escrowEnd',
          s.dueAt(s.transactionAfter([...s.shipped, byHand(AT), s.lift(AT + DAY)]), 'escrowEnd') ?? 0,
        ),
      )
      .emits(['EscrowReleased', { toSeller: SHARE - PART, fee: FEE }], ['PayoutApproved', { amount: SHARE - PART }]);
  });
  test('in full ends the transaction without a payout', () => {
    for (const history of [s.paid, s.shipped, s.paused, s.underReview, s.released, [...s.shipped, s.requestReturn()]]) {
      const transaction = given(history)
        .when(byHand(s.ESCROW_END + HOUR, TOTAL))
        .emits('RefundMadeByHand', ['LossRecovered', { amount: TOTAL }]);
      expect(transaction).toMatchObject({ status: 'REFUNDED', money: 'gone', platformLoss: 0, feeTaken: 0 });
      expect([holdsOf(transaction), s.armedKinds(transaction), openCases(transaction).map(({ kind }) => kind)]).toEqual(
        [[], [], ['providerFact']],
      );
    }
  });
  test('in part before shipment blocks shipment until staff lift the hold', () => {
    const transaction = given(s.paid)
      .when(byHand(MONDAY + HOUR))
      .emits('RefundMadeByHand', 'LossPartlyRecovered', 'StaffHoldPlaced');
    expect(transaction.status).toBe('AWAIT_SHIPPING');
    given([...s.paid, byHand(MONDAY + HOUR)])
      .when(s.ship())
      .isRejected({ code: 'notNow' });
  });
  test('in part after the release postpones the payout and reduces it', () => {
    const history = [...s.released, byHand(s.ESCROW_END + HOUR)];
    expect(stands(history)).toMatchObject({ holds: ['staff'], sale: { payable: SHARE - PART, platformLoss: 0 } });
    given(history).when(s.run(RUN_AT)).changesNothing();
    given([...history, s.lift(RUN_AT)])
      .when(s.run(s.dueAt(s.transactionAfter([...history, s.lift(RUN_AT)]), 'payoutRun') ?? 0))
      .emits(['PayoutInitiated', { amount: SHARE - PART }]);
  });
  test('during a payout is our loss, unless the payout fails and only the rest is paid', () => {
    const history = [...s.payingOut, byHand(RUN_AT + HOUR)];
    expect(
      given(s.payingOut)
        .when(byHand(RUN_AT + HOUR))
        .emits('RefundMadeByHand', 'StaffHoldPlaced').platformLoss,
    ).toBe(PART);
    const paid = given(history)
      .when(s.paidOut(RUN_AT + DAY))
      .emits('PayoutCompleted');
    expect([paid.status, paid.platformLoss]).toEqual(['COMPLETED', PART]);
    const failed = given(history)
      .when(s.payoutFails(RUN_AT + DAY))
      .emits('PayoutFailed', ['LossPartlyRecovered', { amount: PART }]);
    expect([failed.payable, failed.platformLoss, holdsOf(failed)]).toEqual([SHARE - PART, 0, ['staff']]);
  });
  test('after completion is our loss and opens a case [L-137]', () => {
    const transaction = given(s.completed)
      .when(byHand(RUN_AT + 9 * DAY))
      .emits('RefundMadeByHand');
    expect([transaction.status, transaction.platformLoss, openCases(transaction).map(({ kind }) => kind)]).toEqual([
      'COMPLETED',
      PART,
      ['providerFact'],
    ]);
  });
  test('during our own refund is covered by the rest, and the buyer is not paid twice', () => {
    const goingBack = [...s.underReview, s.decide(PART)];
    const transaction = given(goingBack)
      .when(byHand(s.DISPUTED_AT + 3 * DAY))
      .emits('RefundMadeByHand', ['LossPartlyRecovered', { amount: PART }], 'StaffHoldPlaced');
    expect(transaction).toMatchObject({ refundInTransit: PART, inEscrow: TOTAL - 2 * PART, refund: { amount: PART } });
    const whole = [...s.cancelledPaid, byHand(MONDAY + 2 * HOUR, TOTAL)];
    expect(s.transactionAfter(whole)).toMatchObject({ status: 'REFUND_BUYER', platformLoss: TOTAL });
    const refused = s.says(
      { kind: 'refund.failed', refundId: `${TRANSACTION_ID}r1`, reason: 'refunded already' },
      MONDAY + DAY,
    );
    const ended = given(whole)
      .when(refused)
      .emits('RefundFailed', ['LossRecovered', { amount: TOTAL }]);
    expect([ended.status, ended.platformLoss]).toEqual(['REFUNDED', 0]);
  });
  test('in part during a full refund reduces the retry once that has failed', () => {
    const failed = given([...s.cancelledPaid, byHand(MONDAY + 2 * HOUR)])
      .when(s.says({ kind: 'refund.failed', refundId: `${TRANSACTION_ID}r1`, reason: 'closed' }, MONDAY + DAY))
      .emits('RefundFailed', ['LossPartlyRecovered', { amount: PART }]);
    expect([failed.refund?.amount, failed.platformLoss]).toEqual([TOTAL - PART, 0]);
  });
  test('during a dispute leaves it open, and staff divide the rest', () => {
    const history = [...s.underReview, byHand(s.DISPUTED_AT + 2 * DAY)];
    expect(stands(history)).toMatchObject({ holds: ['disputed', 'staff'], sale: { inEscrow: TOTAL - PART } });
    given(history)
      .when(s.decide(AMOUNT - PART, s.DISPUTED_AT + 3 * DAY))
      .emits('DisputeDecided', 'StaffHoldLifted', ['RefundDeferred', { toBuyer: AMOUNT - PART }]);
  });
  test('during a chargeback keeps the rest held for the bank', () => {
    const history = [...s.shipped, chargeback('opened', AT, TOTAL - PART), byHand(AT + HOUR)];
    expect(stands(history).holds).toEqual(['chargeback', 'staff']);
    const lost = given(history)
      .when(chargeback('lost', AT + DAY, TOTAL - PART))
      .emits('ChargebackLost');
    expect([lost.status, lost.platformLoss]).toEqual(['REFUNDED', 0]);
  });
  test('of a second payment refunds that one and holds the transaction for staff', () => {
    const twice = [...s.shipped, s.pay(AT, TOTAL, 'payment-2')];
    const transaction = given(twice)
      .when(byHand(AT + HOUR, TOTAL, 'payment-2'))
      .emits(['RefundMadeByHand', { amount: TOTAL, ours: 0 }], 'StaffHoldPlaced');
    expect([transaction.inEscrow, transaction.refunded, transaction.duplicates['payment-2']?.state]).toEqual([
      TOTAL,
      0,
      'done',
    ]);
    const some = s.transactionAfter([...twice, byHand(AT + HOUR, PART, 'payment-2')]);
    expect(some.duplicates['payment-2']).toMatchObject({ state: 'requested', amount: TOTAL - PART });
  });
  test('counts once when reported twice [L-038]', () => {
    given([...s.shipped, byHand(AT)])
      .when(byHand(AT + HOUR))
      .changesNothing();
  });
  test('reported before its payment reduces the captured money', () => {
    const early = [...s.pending, byHand(MONDAY, TOTAL)];
    expect(s.transactionAfter(early)).toMatchObject({ status: 'PAYMENT_PENDING', platformLoss: TOTAL });
    const transaction = given(early).when(s.pay()).emits('PaymentCaptured', 'LossRecovered');
    expect([transaction.status, transaction.platformLoss]).toEqual(['REFUNDED', 0]);
    given([...s.expired, byHand(MONDAY + HOUR)])
      .when(s.pay(MONDAY + 2 * HOUR))
      .emits('LatePaymentReceived', 'LossPartlyRecovered', ['RefundRequested', { amount: TOTAL - PART }]);
  });
  describe('of a second payment, reported before that payment', () => {
    const second = (at: number, amount = TOTAL) => byHand(at, amount, 'payment-2');
    const paidAgain = (at: number) => s.pay(at, TOTAL, 'payment-2');
    test('takes nothing from the transaction, holds it for staff, and that payment is not refunded again', () => {
      const transaction = given(s.shipped)
        .when(second(AT))
        .emits(['RefundMadeByHand', { amount: TOTAL, ours: TOTAL, byPayment: true }], 'StaffHoldPlaced');
      expect([transaction.inEscrow, transaction.refunded, transaction.platformLoss, transaction.lostOfOther]).toEqual([
        TOTAL,
        0,
        0,
        { EUR: TOTAL },
      ]);
      const both = given([...s.shipped, second(AT)])
        .when(paidAgain(AT + HOUR))
        .emits(['DuplicatePaymentReceived', { ours: TOTAL }]);
      expect([both.duplicates['payment-2']?.state, both.inEscrow]).toEqual(['done', TOTAL]);
    });
    test('in part leaves only the rest of that payment to refund', () => {
      const transaction = given([...s.shipped, second(AT, PART)])
        .when(paidAgain(AT + HOUR))
        .emits(
          ['DuplicatePaymentReceived', { ours: PART }],
          ['DuplicateRefundRequested', { amount: TOTAL - PART, paymentId: 'payment-2' }],
        );
      expect(transaction.lostOfOther).toEqual({ EUR: 0 });
    });
    test('and before the first payment leaves the first payment complete', () => {
      const early = [...s.pending, second(MONDAY)];
      expect(s.transactionAfter(early)).toMatchObject({ platformLoss: TOTAL, refunded: TOTAL });
      const transaction = given(early).when(s.pay()).emits('PaymentCaptured');
      expect(transaction).toMatchObject({ status: 'AWAIT_SHIPPING', inEscrow: TOTAL, refunded: 0, platformLoss: 0 });
      given([...early, s.pay()])
        .when(paidAgain(MONDAY + HOUR))
        .emits(['DuplicatePaymentReceived', { ours: TOTAL }]);
    });
    test('that returns repays our loss, and nothing is owed before the payment is reported', () => {
      const back = s.says({ kind: 'refund.failed', refundId: 're_hand', reason: 'card closed' }, AT + DAY);
      const transaction = given([...s.shipped, second(AT)])
        .when(back)
        .emits(['RefundCameBack', { amount: TOTAL, ours: TOTAL, paymentId: 'payment-2' }]);
      expect([transaction.lostOfOther, transaction.platformLoss]).toEqual([{ EUR: 0 }, 0]);
      given([...s.shipped, second(AT), back])
        .when(paidAgain(AT + 2 * DAY))
        .emits('DuplicatePaymentReceived', ['DuplicateRefundRequested', { amount: TOTAL }]);
    });
    test.each([PART, TOTAL])('leaves the same books for %d cents as in the usual order', (amount) => {
      const [before, after] = [
        [second(AT, amount), paidAgain(AT + HOUR)],
        [paidAgain(AT), second(AT + HOUR, amount)],
      ].map((told) => s.booksAfter([...s.shipped, ...told]));
      expect(before).toEqual(after);
    });
  });
  test('of a second payment is owed for that payment when it returns', () => {
    const twice = [...s.shipped, s.pay(AT, TOTAL, 'payment-2'), byHand(AT + HOUR, TOTAL, 'payment-2')];
    const back = s.says({ kind: 'refund.failed', refundId: 're_hand', reason: 'card closed' }, AT + DAY);
    given(twice)
      .when(back)
      .emits(['RefundCameBack', { amount: TOTAL, paymentId: 'payment-2' }]);
  });
  test('is booked for its payment when it returns', () => {
    const back = s.says({ kind: 'refund.failed', refundId: 're_hand', reason: 'card closed' }, AT + DAY);
    given([...s.shipped, byHand(AT), s.lift(AT + HOUR)])
      .when(back)
      .emits(['RefundCameBack', { amount: PART, paymentId: 'payment-1' }]);
  });
});

test('keeps a provider message about a transaction that has not begun and escalates it', () => {
  given([])
    .when(refunded(MONDAY, PART, 're_hand'))
    .emits('ProviderFactRecorded', 'EscalatedToStaff');
});
