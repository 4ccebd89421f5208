import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { openCases } from '#domain/transactions/cases.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { holdsOf } from '#domain/transactions/state.ts';
import * as s from './scenario.ts';
import {
  cancelledPaid,
  chargeback,
  command,
  decide,
  FEE,
  given,
  MONDAY,
  refunded,
  SHARE,
  TOTAL,
  TRANSACTION_ID,
} from './scenario.ts';

const r = (place: number) => `${TRANSACTION_ID}r${place}`;
const failed = (history: readonly TransactionCommand[]) => [
  ...history,
  s.refundFails(s.dueAt(s.transactionAfter(history), 'refundWatch') ?? 0),
];
/** A chargeback takes the money while the refund is on its way, and the refund fails. */
const AT = MONDAY + 20 * DAY;
const lostMeanwhile = failed([
  ...cancelledPaid,
  chargeback('opened', MONDAY + 2 * HOUR),
  chargeback('lost', MONDAY + DAY),
]);
const casesOf = (history: readonly TransactionCommand[]) =>
  openCases(s.transactionAfter(history)).map(({ kind }) => kind);

describe('a refund that arrives after a chargeback took its money', () => {
  test('is booked as our loss and opens a case [L-137] [L-144]', () => {
    const transaction = given(lostMeanwhile)
      .when(refunded(AT))
      .emits(['RefundArrivedLate', { refundId: r(1), amount: TOTAL, ours: TOTAL }]);
    expect([transaction.status, transaction.refunded, transaction.chargedBack, transaction.platformLoss]).toEqual([
      'REFUNDED',
      TOTAL,
      TOTAL,
      TOTAL,
    ]);
    expect(casesOf([...lostMeanwhile, refunded(AT)])).toEqual(['providerFact']);
  });
  test('counts once when reported twice [L-038]', () => {
    given([...lostMeanwhile, refunded(AT)])
      .when(refunded(AT + DAY))
      .changesNothing();
  });
  test('is our loss even if the chargeback came after the refund had failed', () => {
    const taken = [...failed(cancelledPaid), chargeback('lost', AT)];
    expect(
      given(taken)
        .when(refunded(AT + HOUR))
        .emits('RefundArrivedLate').platformLoss,
    ).toBe(TOTAL);
  });
  test('is repaid by a later reversal of the chargeback, which pays nobody', () => {
    const transaction = given([...lostMeanwhile, refunded(AT)])
      .when(chargeback('won', AT + DAY))
      .emits(['LateChargebackReversed', { amount: TOTAL }]);
    expect([transaction.status, transaction.platformLoss, transaction.feeTaken, transaction.inEscrow]).toEqual([
      'REFUNDED',
      0,
      0,
      0,
    ]);
  });
  test('pays the seller nothing when a reversal leaves only the fee, and opens a case', () => {
    const decided = failed([...s.underReview, decide(SHARE), s.appealOver()]);
    const arrived = [...decided, chargeback('lost', AT), refunded(AT + HOUR, SHARE)];
    const transaction = given(arrived)
      .when(chargeback('won', AT + DAY))
      .emits(['LateChargebackReversed', { amount: TOTAL }]);
    expect([transaction.status, transaction.platformLoss, transaction.feeTaken, transaction.inEscrow]).toEqual([
      'REFUNDED',
      0,
      FEE,
      0,
    ]);
    expect(casesOf([...arrived, chargeback('won', AT + DAY)])).toContain('chargebackReversed');
    const lessArrived = given([...decided, chargeback('lost', AT), refunded(AT + HOUR, SHARE - 1)])
      .when(chargeback('won', AT + DAY))
      .emits(['LateChargebackReversed', { amount: TOTAL - 1 }], ['LateChargebackReversed', { amount: 1, owed: 1 }]);
    expect([lessArrived.status, lessArrived.feeTaken, lessArrived.duplicates['payment-1']?.amount]).toEqual([
      'REFUNDED',
      FEE,
      1,
    ]);
  });
  test('leaves the rest to the buyer of an unshipped transaction, not to the seller', () => {
    const back = [...lostMeanwhile, refunded(AT, TOTAL - FEE), chargeback('won', AT + DAY)];
    expect(s.transactionAfter(back)).toMatchObject({ status: 'ESCROW_COMPLETED', inEscrow: FEE, staff: 'held' });
    given(back)
      .when(decide(0, AT + 2 * DAY))
      .isRejected({ code: 'amountOutOfRange' });
    for (const end of [decide(FEE, AT + 2 * DAY), s.lift(AT + 2 * DAY)])
      expect(s.transactionAfter([...back, end])).toMatchObject({ status: 'REFUND_BUYER', refundInTransit: FEE });
  });
  test('is covered by an earlier reversal, which ends the transaction again', () => {
    const reversed = [...lostMeanwhile, chargeback('won', AT)];
    expect(holdsOf(s.transactionAfter(reversed))).toEqual(['staff']);
    const transaction = given(reversed)
      .when(refunded(AT + HOUR))
      .emits('RefundArrivedLate', ['LossRecovered', { amount: TOTAL }]);
    expect([transaction.status, transaction.platformLoss, transaction.inEscrow]).toEqual(['REFUNDED', 0, 0]);
  });
  test('is our loss while another refund is on its way, until that one fails', () => {
    const again = [...lostMeanwhile, chargeback('won', AT), decide(TOTAL, AT + HOUR)];
    const transaction = given(again)
      .when(refunded(AT + 2 * HOUR))
      .emits(['RefundArrivedLate', { refundId: r(1) }], 'StaffHoldPlaced');
    expect([transaction.status, transaction.platformLoss, transaction.refund?.id]).toEqual([
      'REFUND_BUYER',
      TOTAL,
      r(2),
    ]);
    const fails = s.says({ kind: 'refund.failed', refundId: r(2), reason: 'refunded already' }, AT + DAY);
    const failed = given([...again, refunded(AT + 2 * HOUR)])
      .when(fails)
      .emits('RefundFailed', ['LossRecovered', { amount: TOTAL }]);
    expect([failed.status, failed.platformLoss]).toEqual(['REFUNDED', 0]);
  });
});

describe('a partial refund reduced by a chargeback', () => {
  const PART = 4_000;
  const SMALLER = 3_000;
  const taken = [...failed([...s.underReview, decide(PART)]), chargeback('lost', AT, TOTAL - SMALLER)];
  test('that arrives in its original amount makes the excess our loss', () => {
    expect(s.transactionAfter(taken).refund?.amount).toBe(SMALLER);
    const transaction = given(taken)
      .when(refunded(AT + DAY, PART))
      .emits(
        ['RefundArrivedLate', { amount: PART - SMALLER, ours: PART - SMALLER }],
        ['RefundCompleted', { amount: SMALLER }],
      );
    expect([
      transaction.status,
      transaction.refunded,
      transaction.platformLoss,
      transaction.refundsDone[r(1)]?.amount,
    ]).toEqual(['REFUNDED', PART, PART - SMALLER, PART]);
  });
  test('takes the excess from money the bank returned and holds the rest for staff', () => {
    const back = [...taken, chargeback('won', AT + HOUR, 5_000)];
    const { inEscrow } = s.transactionAfter(back);
    expect(inEscrow).toBe(4_975);
    const transaction = given(back)
      .when(refunded(AT + DAY, PART))
      .emits(
        'RefundArrivedLate',
        ['PartialRefundCompleted', { amount: SMALLER }],
        ['LossPartlyRecovered', { amount: PART - SMALLER }],
        'StaffHoldPlaced',
        ['EscrowReleased', { toSeller: inEscrow - (PART - SMALLER) - FEE, fee: FEE }],
      );
    expect([transaction.status, transaction.platformLoss, holdsOf(transaction)]).toEqual([
      'ESCROW_COMPLETED',
      0,
      ['staff'],
    ]);
  });
});

describe('a refund that arrives with less than requested', () => {
  const short = [...cancelledPaid, refunded(AT, 1_000)];
  test('is booked as it arrived; the rest is owed and opens a case [L-039]', () => {
    const transaction = given(cancelledPaid)
      .when(refunded(AT, 1_000))
      .emits(
        ['RefundArrivedLate', { amount: 1_000, ours: 0 }],
        ['RefundFailed', { retryAt: null }],
        ['EscalatedToStaff', { cause: 'refundFailed' }],
      );
    expect([transaction.status, transaction.refundInTransit, transaction.refund?.amount]).toEqual([
      'REFUND_BUYER',
      TOTAL - 1_000,
      TOTAL - 1_000,
    ]);
    expect(casesOf(short).sort()).toEqual(['providerFact', 'refundFailed']);
  });
  test('is followed by a refund of the rest under a new id', () => {
    const retry = command('RetryRefund', s.staff, AT + DAY);
    given(short)
      .when(retry)
      .emits(['RefundRetried', { refundId: r(2) }]);
    const transaction = given([...short, retry])
      .when(refunded(AT + 2 * DAY, TOTAL - 1_000, r(2)))
      .emits(['RefundCompleted', { amount: TOTAL - 1_000 }]);
    expect([transaction.status, transaction.refunded]).toEqual(['REFUNDED', TOTAL]);
  });
});

describe('two provider refunds under one of our ids', () => {
  const try1 = 're_1';
  const arrives = (providerRefundId: string, at: number, amount = TOTAL) =>
    s.says({ kind: 'refund.done', refundId: r(1), providerRefundId, amount }, at);
  const fails = (providerRefundId: string, at: number, occurredAt = at) =>
    s.says({ kind: 'refund.failed', refundId: r(1), providerRefundId, reason: 'closed', occurredAt }, at);
  const retried = [...failed(cancelledPaid), command('RetryRefund', s.staff, AT)];
  const arrived = [...retried, arrives('re_2', AT + HOUR)];

  test('count as two when both arrive: the second is our loss and opens a case', () => {
    const transaction = given(arrived)
      .when(arrives(try1, AT + DAY))
      .emits(['RefundArrivedLate', { amount: TOTAL, ours: TOTAL, providerRefundId: try1 }]);
    expect([transaction.status, transaction.refunded, transaction.platformLoss]).toEqual([
      'REFUNDED',
      2 * TOTAL,
      TOTAL,
    ]);
    const both = [...arrived, arrives(try1, AT + DAY)];
    expect(s.booksAfter(both)).toEqual({ psp_clearing: TOTAL, platform_loss: -TOTAL });
    expect(casesOf(both)).toEqual(['providerFact']);
    for (const again of [arrives(try1, AT + 2 * DAY), arrives('re_2', AT + 2 * DAY), refunded(AT + 2 * DAY)])
      given(both).when(again).changesNothing();
  });
  test('leave the buyer the second when the first returns', () => {
    const both = [...arrived, arrives(try1, AT + DAY)];
    const transaction = given(both)
      .when(fails(try1, AT + 2 * DAY))
      .emits(['RefundCameBack', { amount: TOTAL, providerRefundId: try1 }]);
    expect(transaction.refundsDone[r(1)]).toMatchObject({ amount: TOTAL, arrivals: { re_2: { amount: TOTAL } } });
    given([...both, fails(try1, AT + 2 * DAY)])
      .when(arrives('re_2', AT + 3 * DAY))
      .changesNothing();
  });
  test('are independent: an old failure of one does not return the other', () => {
    given(arrived)
      .when(fails(try1, AT + 2 * DAY))
      .emits(['ProviderFactRecorded', { amount: null }]);
  });
  test('do not mix: a repeated failure does not end the next attempt', () => {
    const again = [...cancelledPaid, fails(try1, AT), command('RetryRefund', s.staff, AT + HOUR)];
    given(again)
      .when(fails(try1, AT + DAY, AT))
      .changesNothing();
  });
  test('ignore an arrival that is older than the failure', () => {
    given([...cancelledPaid, fails(try1, AT)])
      .when(
        s.says({ kind: 'refund.done', refundId: r(1), providerRefundId: try1, amount: TOTAL, occurredAt: AT - 1 }, AT),
      )
      .changesNothing();
    given([...cancelledPaid, fails(try1, AT)])
      .when(arrives(try1, AT + 1))
      .emits('RefundCompleted');
  });
});

describe('the refund of a second payment', () => {
  const twice = [...s.shipped, s.pay(AT, TOTAL, 'payment-2')];
  const fails = (place: number, at: number) =>
    s.says({ kind: 'refund.failed', refundId: r(place), reason: 'card closed' }, at);
  const retried = (history: readonly TransactionCommand[]) => [
    ...history,
    s.fires('duplicateRetry', s.dueAt(s.transactionAfter(history), 'duplicateRetry') ?? 0),
  ];
  test('is complete when it arrives after failing, and no other is sent', () => {
    const failed = [...twice, fails(1, AT + HOUR)];
    given(failed)
      .when(refunded(AT + DAY))
      .emits(['DuplicateRefundCompleted', { refundId: r(1) }]);
    const failedTwice = [...retried(failed), fails(2, AT + 2 * DAY)];
    const transaction = given(failedTwice)
      .when(refunded(AT + 3 * DAY, TOTAL, r(1)))
      .emits(['DuplicateRefundCompleted', { refundId: r(1) }]);
    expect([transaction.duplicates['payment-2']?.state, s.armedKinds(transaction).includes('duplicateRetry')]).toEqual([
      'done',
      false,
    ]);
    // a failure of the earlier refund does not change the current one
    expect(
      given(retried(failed))
        .when(fails(1, AT + 2 * DAY))
        .emits('ProviderFactRecorded').duplicates['payment-2']?.state,
    ).toBe('requested');
  });
  test('keeps a case for the rest when less arrives than requested', () => {
    const transaction = given(twice)
      .when(refunded(AT + DAY, TOTAL - 75))
      .emits(
        ['DuplicateRefundCompleted', { amount: TOTAL - 75 }],
        ['DuplicateRefundFailed', { retryAt: null }],
        'EscalatedToStaff',
      );
    expect(transaction.duplicates['payment-2']).toMatchObject({ state: 'failed', amount: 75 });
    given([...twice, refunded(AT + DAY, TOTAL - 75)])
      .when(command('RetryRefund', s.staff, AT + 2 * DAY))
      .emits(['DuplicateRefundRequested', { refundId: r(2), amount: 75 }]);
  });
  test('takes an excess from the held money and holds the rest for staff', () => {
    const transaction = given(twice)
      .when(refunded(AT + DAY, TOTAL + 25))
      .emits(
        ['RefundArrivedLate', { amount: 25 }],
        'DuplicateRefundCompleted',
        ['LossPartlyRecovered', { amount: 25 }],
        'StaffHoldPlaced',
      );
    expect([transaction.inEscrow, transaction.platformLoss, holdsOf(transaction)]).toEqual([TOTAL - 25, 0, ['staff']]);
  });
  test('takes the held money when both its attempts arrive', () => {
    const both = [...retried([...twice, fails(1, AT + HOUR)]), refunded(AT + 5 * DAY, TOTAL, r(1))];
    const transaction = given(both)
      .when(refunded(AT + 6 * DAY, TOTAL, r(2)))
      .emits(['RefundArrivedLate', { amount: TOTAL, ours: TOTAL }], 'LossRecovered');
    expect([transaction.status, transaction.platformLoss]).toEqual(['REFUNDED', 0]);
  });
});
