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
/** The bank takes a part after the refund failed; the refund is retried for the rest. */
const triedAgain = (history: readonly TransactionCommand[], at: number) =>
  retried([...failed(history), chargeback('opened', at, PART), chargeback('lost', at + HOUR / 4, PART)]);
const AT = MONDAY + 30 * DAY;

describe('a part that the bank returns during a full refund of the rest', () => {
  const failedAt = watchEnd(cancelledPaid);
  const underWay = triedAgain(cancelledPaid, failedAt);
  const givenBack = [...underWay, chargeback('won', AT, PART)];

  test('is sent to the buyer in a further refund if nothing was shipped', () => {
    const transaction = given(givenBack)
      .when(refunded(AT + DAY, TOTAL - PART))
      .emits(
        ['PartialRefundCompleted', { refundId: r(1), amount: TOTAL - PART }],
        ['RefundRequested', { refundId: r(2), amount: PART, toSeller: 0, fee: 0 }],
      );
    expect([transaction.status, transaction.released]).toEqual(['REFUND_BUYER', null]);
  });
  test('is fully refunded in the end, and nobody else is paid', () => {
    const all = [...givenBack, refunded(AT + DAY, TOTAL - PART), refunded(AT + 2 * DAY, PART, r(2))];
    expect(s.transactionAfter(all)).toMatchObject({ status: 'REFUNDED', refunded: TOTAL, feeTaken: 0, paidOut: 0 });
    expect(booksAfter(all)).toEqual({});
  });
  test('is refunded even if it is no more than the fee', () => {
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
  test('waits for another open chargeback and is refunded after it', () => {
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

test('holds a part that the bank returns after a returned item for staff to decide', () => {
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

test('releases a part that the bank returns to the seller after a partial refund decision', () => {
  const decided = [...s.underReview, s.decide(1_000)];
  const failedAt = watchEnd(decided);
  const givenBack = [...triedAgain(decided, failedAt), chargeback('won', failedAt + 5 * DAY, PART)];
  given(givenBack)
    .when(refunded(failedAt + 6 * DAY, 1_000))
    .emits('PartialRefundCompleted', ['EscrowReleased', { by: 'staff', toSeller: s.SHARE - 1_000 }], 'PayoutApproved');
});

describe('a chargeback that leaves less than the fee', () => {
  const LITTLE = 50;
  const lost = (at: number) => [
    chargeback('opened', at, TOTAL - LITTLE),
    chargeback('lost', at + HOUR / 4, TOTAL - LITTLE),
  ];

  test('refunds the rest of an unshipped transaction without keeping a fee', () => {
    const [opened, ends] = lost(MONDAY + HOUR);
    given([...s.paid, opened!])
      .when(ends!)
      .emits('ChargebackPartlyLost', ['RefundRequested', { amount: LITTLE, fee: 0 }]);
  });
  test('leaves the rest to the next attempt of a failed full refund', () => {
    const failedOnce = failed(cancelledPaid);
    const at = watchEnd(cancelledPaid);
    const tried = retried([...failedOnce, ...lost(at)]);
    expect(s.transactionAfter(tried)).toMatchObject({ status: 'REFUND_BUYER', refundInTransit: LITTLE, feeTaken: 0 });
  });
  test('ends a shipped transaction and keeps the rest as fee', () => {
    const [opened, ends] = lost(s.SHIPPED_AT + HOUR);
    const transaction = given([...s.shipped, opened!])
      .when(ends!)
      .emits('ChargebackLost');
    expect([transaction.status, transaction.feeTaken]).toEqual(['REFUNDED', LITTLE]);
  });
});
