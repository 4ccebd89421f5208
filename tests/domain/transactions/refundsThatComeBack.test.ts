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

test('a refund that the payer’s bank sends back stands in the books as money that is still the payer’s, and is a case', () => {
  const transaction = given(refundedWhole)
    .when(fails(AT + DAY))
    .emits(['RefundCameBack', { refundId: r(1), paymentId: 'payment-1', amount: TOTAL, reason: 'account closed' }]);
  expect(transaction.status).toBe('REFUNDED');
  expect(booksAfter(refundedWhole)).toEqual({});
  expect(booksAfter(back)).toEqual({ psp_clearing: -TOTAL, [`duplicate:${TRANSACTION_ID}`]: TOTAL });
  expect(casesAfter(back)).toEqual(['refundFailed']);
});

test('told twice, under whatever id, it counts once; and so does the arrival from before it', () => {
  given(back)
    .when(fails(AT + 2 * DAY))
    .changesNothing();
  const stale = { kind: 'refund.done', refundId: r(1), amount: TOTAL, occurredAt: AT } as const;
  given(back)
    .when(s.says(stale, AT + 2 * DAY))
    .changesNothing();
});

test('staff send it again, from the payment that it came from, and it is done when that arrives', () => {
  const again = given(back)
    .when(retry(AT + 2 * DAY))
    .emits(['DuplicateRefundRequested', { refundId: r(2), paymentId: 'payment-1', amount: TOTAL }]);
  expect(openCases(again)).toEqual([]);
  const arrived = [...back, retry(AT + 2 * DAY), refunded(AT + 3 * DAY, TOTAL, r(2))];
  expect(booksAfter(arrived)).toEqual({});
  expect(casesAfter(arrived)).toEqual([]);
});

test('one that arrives after all, once it had come back, is the end of it', () => {
  given(back)
    .when(refunded(AT + 2 * DAY))
    .emits(['DuplicateRefundCompleted', { refundId: r(1), amount: TOTAL }]);
  expect(booksAfter([...back, refunded(AT + 2 * DAY)])).toEqual({});
});

test('a part that comes back leaves the seller with theirs', () => {
  const part = [...s.underReview, s.decide(4_000), refunded(AT, 4_000)];
  const transaction = transactionAfter([...part, fails(AT + DAY)]);
  expect([transaction.status, transaction.payable]).toEqual([
    transactionAfter(part).status,
    transactionAfter(part).payable,
  ]);
  expect(booksAfter([...part, fails(AT + DAY)])[`duplicate:${TRANSACTION_ID}`]).toBe(4_000);
});

test('the refund of a second payment comes back to that payment', () => {
  const twice = [...s.shipped, s.pay(AT, TOTAL, 'payment-2'), refunded(AT + DAY)];
  given(twice)
    .when(fails(AT + 2 * DAY))
    .emits(['RefundCameBack', { paymentId: 'payment-2', amount: TOTAL }]);
  expect(booksAfter([...twice, fails(AT + 2 * DAY)])[`duplicate:${TRANSACTION_ID}`]).toBe(TOTAL);
});

test('dollars come back as dollars', () => {
  const dollars = [...s.pending, s.pay(MONDAY, 5_000, 'payment-1', 'USD'), refunded(AT, 5_000)];
  given(dollars)
    .when(fails(AT + DAY))
    .emits(['RefundCameBack', { amount: 5_000, currency: 'USD' }]);
  expect(booksAfter([...dollars, fails(AT + DAY)])).toEqual({
    'psp_clearing.usd': -5_000,
    [`duplicate.usd:${TRANSACTION_ID}`]: 5_000,
  });
});

describe('what comes back beside another refund of the same payment', () => {
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
  test('is owed as it would be alone, while the other goes on', () => {
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
  test('is the staff’s once that has arrived, and goes back under an id of its own', () => {
    const arrived = [...both, refunded(AT + 6 * DAY, PART, r(2))];
    expect([duplicate(arrived), casesAfter(arrived)]).toEqual([HAND, expect.arrayContaining(['refundFailed'])]);
    given(arrived)
      .when(retry(AT + 7 * DAY))
      .emits(['DuplicateRefundRequested', { refundId: r(3), amount: HAND }]);
    expect(duplicate([...arrived, retry(AT + 7 * DAY), refunded(AT + 8 * DAY, HAND, r(3))])).toBeUndefined();
  });
  test('is tried again with that when it fails as well', () => {
    const failed = [...both, fails(AT + 6 * DAY, r(2))];
    expect([duplicate(failed), s.armedKinds(transactionAfter(failed))]).toEqual([
      PART + HAND,
      expect.arrayContaining(['duplicateRetry']),
    ]);
    given(failed)
      .when(s.fires('duplicateRetry', s.dueAt(transactionAfter(failed), 'duplicateRetry') ?? 0))
      .emits(['DuplicateRefundRequested', { refundId: r(3), amount: PART + HAND }]);
  });
  test('and arrives after all ends nothing of the other', () => {
    const again = given(both)
      .when(refunded(AT + 6 * DAY, PART))
      .emits(['DuplicateRefundCompleted', { refundId: r(1), amount: PART }]);
    expect(again.duplicates['payment-1']).toMatchObject({ refundId: r(2), state: 'requested', amount: HAND });
    const surplus = [...both, refunded(AT + 6 * DAY, PART), refunded(AT + 7 * DAY, PART, r(2))];
    expect([duplicate(surplus), transactionAfter(surplus).duplicates['payment-1']?.state]).toEqual([undefined, 'done']);
    expect(casesAfter(surplus)).toContain('providerFact');
  });
});
