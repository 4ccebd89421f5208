import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import * as s from './scenario.ts';
import { booksAfter, cancelledPaid, chargeback, given, MONDAY, refunded, TOTAL, TRANSACTION_ID } from './scenario.ts';

const PART = 2_000;
const r = (place: number) => `${TRANSACTION_ID}r${place}`;
const retried = (history: readonly TransactionCommand[]) => [
  ...history,
  s.fires('refundRetry', s.dueAt(s.transactionAfter(history), 'refundRetry') ?? 0),
];
const watchEnd = (history: readonly TransactionCommand[]) => s.dueAt(s.transactionAfter(history), 'refundWatch') ?? 0;
const failed = (history: readonly TransactionCommand[]) => [...history, s.refundFails(watchEnd(history))];
/** The bank takes a part while the refund counts as failed; the refund is tried again for the rest. */
const triedAgain = (history: readonly TransactionCommand[], at: number) =>
  retried([...failed(history), chargeback('opened', at, PART), chargeback('lost', at + HOUR / 4, PART)]);
const AT = MONDAY + 30 * DAY;

describe('a part that the bank gives back while all the rest is on its way to the buyer', () => {
  const failedAt = watchEnd(cancelledPaid);
  const underWay = triedAgain(cancelledPaid, failedAt);
  const givenBack = [...underWay, chargeback('won', AT, PART)];

  test('is the buyer’s as well where nothing was shipped: a further refund brings it', () => {
    const transaction = given(givenBack)
      .when(refunded(AT + DAY, TOTAL - PART))
      .emits(
        ['PartialRefundCompleted', { refundId: r(1), amount: TOTAL - PART }],
        ['RefundRequested', { refundId: r(2), amount: PART, toSeller: 0, fee: 0 }],
      );
    expect([transaction.status, transaction.released]).toEqual(['REFUND_BUYER', null]);
  });
  test('has all gone back in the end, and nobody else was paid', () => {
    const all = [...givenBack, refunded(AT + DAY, TOTAL - PART), refunded(AT + 2 * DAY, PART, r(2))];
    expect(s.transactionAfter(all)).toMatchObject({ status: 'REFUNDED', refunded: TOTAL, feeTaken: 0, paidOut: 0 });
    expect(booksAfter(all)).toEqual({});
  });
  test('also where it is no more than the fee', () => {
    const few = 50;
    const taken = retried([
      ...failed(cancelledPaid),
      chargeback('opened', failedAt, few),
      chargeback('lost', failedAt + HOUR / 4, few),
    ]);
    given([...taken, chargeback('won', AT, few)])
      .when(refunded(AT + DAY, TOTAL - few))
      .emits('PartialRefundCompleted', ['RefundRequested', { amount: few }]);
  });
  test('waits while the bank has another claim, and goes back once that is decided', () => {
    const claimed = [...givenBack, chargeback('opened', AT + HOUR, 500, 'cb-2'), refunded(AT + DAY, TOTAL - PART)];
    expect(s.transactionAfter(claimed)).toMatchObject({
      status: 'ESCROW_COMPLETED',
      inEscrow: PART,
      chargeback: 'open',
    });
    given(claimed)
      .when(chargeback('won', AT + 2 * DAY, 500, 'cb-2'))
      .emits('ChargebackWon', ['RefundRequested', { refundId: r(2), amount: PART }]);
    given(claimed)
      .when(chargeback('lost', AT + 2 * DAY, 500, 'cb-2'))
      .emits('ChargebackPartlyLost', ['RefundRequested', { amount: PART - 500 }]);
  });
});

test('of a whole refund after an item had come back, somebody has to say whose the returned part is', () => {
  const returned = [
    ...s.shipped,
    s.requestReturn(),
    s.approveReturn(),
    s.shipReturn(),
    s.command('ConfirmReturnReceived', s.seller, s.RETURN_AT + 4 * DAY),
  ];
  const failedAt = watchEnd(returned);
  const givenBack = [...triedAgain(returned, failedAt), chargeback('won', failedAt + 5 * DAY, PART)];
  const transaction = given(givenBack)
    .when(refunded(failedAt + 6 * DAY, TOTAL - PART))
    .emits('PartialRefundCompleted', 'StaffHoldPlaced');
  expect([transaction.status, transaction.inEscrow, transaction.staff]).toEqual(['ESCROW_COMPLETED', PART, 'held']);
});

test('of a part that was decided, what the bank gives back is the seller’s as before', () => {
  const decided = [...s.underReview, s.decide(1_000)];
  const failedAt = watchEnd(decided);
  const givenBack = [...triedAgain(decided, failedAt), chargeback('won', failedAt + 5 * DAY, PART)];
  given(givenBack)
    .when(refunded(failedAt + 6 * DAY, 1_000))
    .emits('PartialRefundCompleted', ['EscrowReleased', { by: 'staff', toSeller: s.SHARE - 1_000 }], 'PayoutApproved');
});

describe('a claim that leaves less than the fee', () => {
  const LITTLE = 50;
  const lost = (at: number) => [
    chargeback('opened', at, TOTAL - LITTLE),
    chargeback('lost', at + HOUR / 4, TOTAL - LITTLE),
  ];

  test('of a sale that was never shipped leaves it to the buyer: no fee is kept for it', () => {
    const [opened, ends] = lost(MONDAY + HOUR);
    given([...s.paid, opened!])
      .when(ends!)
      .emits('ChargebackPartlyLost', ['RefundRequested', { amount: LITTLE, fee: 0 }]);
  });
  test('of a refund of the whole that has failed leaves it to the next attempt', () => {
    const failedOnce = failed(cancelledPaid);
    const at = watchEnd(cancelledPaid);
    const tried = retried([...failedOnce, ...lost(at)]);
    expect(s.transactionAfter(tried)).toMatchObject({ status: 'REFUND_BUYER', refundInTransit: LITTLE, feeTaken: 0 });
  });
  test('of a shipped sale ends it, and the fee is kept', () => {
    const [opened, ends] = lost(s.SHIPPED_AT + HOUR);
    const transaction = given([...s.shipped, opened!])
      .when(ends!)
      .emits('ChargebackLost');
    expect([transaction.status, transaction.feeTaken]).toEqual(['REFUNDED', LITTLE]);
  });
});
