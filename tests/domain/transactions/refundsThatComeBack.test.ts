import { describe, expect, test } from 'vitest';
import { DAY } from '#domain/shared/instants.ts';
import { openCases } from '#domain/transactions/cases.ts';
import * as s from './scenario.ts';
import {
  booksAfter,
  casesAfter,
  given,
  MONDAY,
  refunded,
  TOTAL,
  TRANSACTION_ID,
  transactionAfter,
} from './scenario.ts';

const AT = MONDAY + 20 * DAY;
const r = (n: number) => `${TRANSACTION_ID}r${n}`;
const fails = (at: number, refundId = r(1)) =>
  s.says({ kind: 'refund.failed', refundId, reason: 'account closed' }, at);
const retry = (at: number) => s.command('RetryRefund', s.staff, at);

const refundedWhole = [...s.cancelledPaid, refunded(AT)];
const back = [...refundedWhole, fails(AT + DAY)];

test('a returned refund is booked as owed to the buyer and opens a case', () => {
  const transaction = given(refundedWhole)
    .when(fails(AT + DAY))
    .emits(['RefundCameBack', { refundId: r(1), paymentId: 'payment-1', amount: TOTAL, reason: 'account closed' }]);
  expect(transaction.status).toBe('REFUNDED');
  expect(booksAfter(refundedWhole)).toEqual({});
  expect(booksAfter(back)).toEqual({ psp_clearing: -TOTAL, [`duplicate:${TRANSACTION_ID}`]: TOTAL });
  expect(casesAfter(back)).toEqual(['refundFailed']);
});

test('a returned refund counts once when reported twice, and an older arrival is ignored', () => {
  given(back)
    .when(fails(AT + 2 * DAY))
    .changesNothing();
  const stale = { kind: 'refund.done', refundId: r(1), amount: TOTAL, occurredAt: AT } as const;
  given(back)
    .when(s.says(stale, AT + 2 * DAY))
    .changesNothing();
});

test('staff send a returned refund again from its payment, and its arrival completes it', () => {
  const again = given(back)
    .when(retry(AT + 2 * DAY))
    .emits(['DuplicateRefundRequested', { refundId: r(2), paymentId: 'payment-1', amount: TOTAL }]);
  expect(openCases(again)).toEqual([]);
  const arrived = [...back, retry(AT + 2 * DAY), refunded(AT + 3 * DAY, TOTAL, r(2))];
  expect(booksAfter(arrived)).toEqual({});
  expect(casesAfter(arrived)).toEqual([]);
});

test('a returned refund that arrives after all is complete', () => {
  given(back)
    .when(refunded(AT + 2 * DAY))
    .emits(['DuplicateRefundCompleted', { refundId: r(1), amount: TOTAL }]);
  expect(booksAfter([...back, refunded(AT + 2 * DAY)])).toEqual({});
});

test('a returned partial refund leaves the seller’s share unchanged', () => {
  const part = [...s.underReview, s.decide(4_000), refunded(AT, 4_000)];
  const transaction = transactionAfter([...part, fails(AT + DAY)]);
  expect([transaction.status, transaction.payable]).toEqual([
    transactionAfter(part).status,
    transactionAfter(part).payable,
  ]);
  expect(booksAfter([...part, fails(AT + DAY)])[`duplicate:${TRANSACTION_ID}`]).toBe(4_000);
});

test('a returned refund of a second payment is owed for that payment', () => {
  const twice = [...s.shipped, s.pay(AT, TOTAL, 'payment-2'), refunded(AT + DAY)];
  given(twice)
    .when(fails(AT + 2 * DAY))
    .emits(['RefundCameBack', { paymentId: 'payment-2', amount: TOTAL }]);
  expect(booksAfter([...twice, fails(AT + 2 * DAY)])[`duplicate:${TRANSACTION_ID}`]).toBe(TOTAL);
});

test('a returned refund in dollars is owed in dollars', () => {
  const dollars = [...s.pending, s.pay(MONDAY, 5_000, 'payment-1', 'USD'), refunded(AT, 5_000)];
  given(dollars)
    .when(fails(AT + DAY))
    .emits(['RefundCameBack', { amount: 5_000, currency: 'USD' }]);
  expect(booksAfter([...dollars, fails(AT + DAY)])).toEqual({
    'psp_clearing.usd': -5_000,
    [`duplicate.usd:${TRANSACTION_ID}`]: 5_000,
  });
});

describe('a refund that returns during another refund of the same payment', () => {
  const PART = 4_000;
  const HAND = 1_000;
  const byHand = (at: number) =>
    s.says({ kind: 'refund.done', refundId: 're_1', amount: HAND, paymentId: 'payment-1' }, at);
  const sending = [
    ...s.underReview,
    s.decide(PART),
    refunded(AT, PART),
    byHand(AT + 2 * DAY),
    s.lift(AT + 2 * DAY + 1),
    fails(AT + 3 * DAY),
    retry(AT + 4 * DAY),
  ];
  const both = [...sending, fails(AT + 5 * DAY, 're_1')];
  const duplicate = (history: typeof both) => booksAfter(history)[`duplicate:${TRANSACTION_ID}`];
  test('is owed like any other while the other refund continues', () => {
    const transaction = given(sending)
      .when(fails(AT + 5 * DAY, 're_1'))
      .emits(['RefundCameBack', { refundId: 're_1', paymentId: 'payment-1', amount: HAND }]);
    expect(transaction.duplicates['payment-1']).toMatchObject({
      refundId: r(2),
      state: 'requested',
      amount: PART + HAND,
    });
    expect([duplicate(both), booksAfter(both).psp_clearing]).toEqual([PART + HAND, -TOTAL]);
    expect(s.armedKinds(transaction)).not.toContain('duplicateRetry');
  });
  test('opens a case once the other has arrived, and is sent under a new id', () => {
    const arrived = [...both, refunded(AT + 6 * DAY, PART, r(2))];
    expect([duplicate(arrived), casesAfter(arrived)]).toEqual([HAND, expect.arrayContaining(['refundFailed'])]);
    given(arrived)
      .when(retry(AT + 7 * DAY))
      .emits(['DuplicateRefundRequested', { refundId: r(3), amount: HAND }]);
    expect(duplicate([...arrived, retry(AT + 7 * DAY), refunded(AT + 8 * DAY, HAND, r(3))])).toBeUndefined();
  });
  test('is retried together with the other if that fails too', () => {
    const failed = [...both, fails(AT + 6 * DAY, r(2))];
    expect([duplicate(failed), s.armedKinds(transactionAfter(failed))]).toEqual([
      PART + HAND,
      expect.arrayContaining(['duplicateRetry']),
    ]);
    given(failed)
      .when(s.fires('duplicateRetry', s.dueAt(transactionAfter(failed), 'duplicateRetry') ?? 0))
      .emits(['DuplicateRefundRequested', { refundId: r(3), amount: PART + HAND }]);
  });
  test('does not complete the other when it arrives after all', () => {
    const again = given(both)
      .when(refunded(AT + 6 * DAY, PART))
      .emits(['DuplicateRefundCompleted', { refundId: r(1), amount: PART }]);
    expect(again.duplicates['payment-1']).toMatchObject({ refundId: r(2), state: 'requested', amount: HAND });
    const surplus = [...both, refunded(AT + 6 * DAY, PART), refunded(AT + 7 * DAY, PART, r(2))];
    expect([duplicate(surplus), transactionAfter(surplus).duplicates['payment-1']?.state]).toEqual([undefined, 'done']);
    expect(casesAfter(surplus)).toContain('providerFact');
  });
});
