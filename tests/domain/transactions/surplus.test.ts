import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import * as s from './scenario.ts';
import {
  booksAfter,
  casesAfter,
  chargeback,
  given,
  MONDAY,
  refunded,
  TOTAL,
  TRANSACTION_ID,
  transactionAfter,
} from './scenario.ts';

const r = (place: number) => `${TRANSACTION_ID}r${place}`;
const AT = s.SHIPPED_AT + 2 * DAY;
const USD = 5_000;
const retry = (at: number) => s.command('RetryRefund', s.staff, at);
const arrives = (refundId: string, at: number, amount: number) =>
  s.says({ kind: 'refund.done', refundId, amount, providerRefundId: `re_${refundId}` }, at);
const fails = (refundId: string, at: number) =>
  s.says({ kind: 'refund.failed', refundId, reason: 'closed', providerRefundId: `re_${refundId}` }, at);
/** The first attempt seems to fail, staff retry, and then both arrive. */
const givenUp = (history: readonly TransactionCommand[], refundId: string) => [
  ...history,
  s.says({ kind: 'refund.failed', refundId, reason: 'closed' }, AT + HOUR),
  retry(AT + 2 * HOUR),
];
const ordered = (history: readonly TransactionCommand[]) => expect(Object.values(booksAfter(history)));

describe('an excess refund of a second payment in dollars', () => {
  const twice = [...s.shipped, s.pay(AT, USD, 'payment-2', 'USD')];
  const asked = givenUp(twice, r(1));
  const both = [...asked, arrives(r(2), AT + DAY, USD), arrives(r(1), AT + 2 * DAY, USD)];
  const lossInDollars = { ...booksAfter(s.shipped), 'psp_clearing.usd': USD, 'platform_loss.usd': -USD };

  test('from two attempts is our loss in dollars and takes none of the seller’s euros', () => {
    const transaction = given(both.slice(0, -1))
      .when(arrives(r(1), AT + 2 * DAY, USD))
      .emits(['RefundArrivedLate', { amount: USD, ours: USD, currency: 'USD' }], 'StaffHoldPlaced');
    expect([transaction.inEscrow, transaction.platformLoss, transaction.refunded]).toEqual([TOTAL, 0, 0]);
    expect(booksAfter(both)).toEqual(lossInDollars);
    expect(casesAfter(both)).toContain('providerFact');
  });
  test('in one transfer is our loss in dollars and takes none of the seller’s euros', () => {
    const more = [...twice, arrives(r(1), AT + DAY, USD + 700)];
    const transaction = given(twice)
      .when(arrives(r(1), AT + DAY, USD + 700))
      .emits(
        ['RefundArrivedLate', { amount: 700, ours: 700, currency: 'USD' }],
        ['DuplicateRefundCompleted', { amount: USD, currency: 'USD' }],
        'StaffHoldPlaced',
      );
    expect(transaction.inEscrow).toBe(TOTAL);
    expect(booksAfter(more)).toEqual({ ...booksAfter(s.shipped), 'psp_clearing.usd': 700, 'platform_loss.usd': -700 });
  });
  test('repays the loss when it returns and is not owed again', () => {
    const back = [...both, fails(r(1), AT + 3 * DAY)];
    given(both)
      .when(fails(r(1), AT + 3 * DAY))
      .emits(['RefundCameBack', { amount: USD, ours: USD, currency: 'USD', paymentId: 'payment-2' }]);
    expect(booksAfter(back)).toEqual(booksAfter(s.shipped));
    expect(casesAfter(back)).not.toContain('refundFailed');
  });
  test('leaves the other attempt owed when both return', () => {
    const back = [...both, fails(r(1), AT + 3 * DAY), fails(r(2), AT + 4 * DAY)];
    expect(booksAfter(back)).toEqual({
      ...booksAfter(s.shipped),
      'psp_clearing.usd': -USD,
      [`duplicate.usd:${TRANSACTION_ID}`]: USD,
    });
    expect(casesAfter(back)).toContain('refundFailed');
  });
  test('is our loss in euros when a payment in euros followed one in dollars', () => {
    const mispaid = [...s.pending, s.pay(MONDAY, USD, 'payment-1', 'USD'), s.pay(MONDAY, 900, 'payment-2')];
    const history = [...mispaid, arrives(r(2), AT, 900), arrives(r(1), AT, USD), refunded(AT + DAY, 300, r(2))];
    expect(booksAfter(history)).toEqual({});
    const again = s.says({ kind: 'refund.done', refundId: r(2), amount: 300, providerRefundId: 're_x' }, AT + DAY);
    expect(booksAfter([...history, again])).toEqual({ psp_clearing: 300, platform_loss: -300 });
  });
});

describe('a returned refund whose amount the buyer already has at our loss', () => {
  const back = s.says({ kind: 'refund.failed', refundId: r(1), reason: 'closed' }, AT + 9 * DAY);
  const cancelled = [...s.cancelledPaid, refunded(AT)];
  const taken = [...cancelled, chargeback('lost', AT + DAY)];

  test('repays the loss and is not sent again', () => {
    expect(booksAfter(taken)).toEqual({ psp_clearing: TOTAL, platform_loss: -TOTAL });
    const transaction = given(taken)
      .when(back)
      .emits(['RefundCameBack', { amount: TOTAL, ours: TOTAL }]);
    expect([transaction.platformLoss, transaction.refunded, transaction.chargedBack, transaction.duplicates]).toEqual([
      0,
      0,
      TOTAL,
      {},
    ]);
    ordered([...taken, back]).toEqual([]);
    given([...taken, back])
      .when(retry(AT + 10 * DAY))
      .isRejected({ code: 'notNow' });
  });
  test('opens a case, so staff see that it is kept', () => {
    const read = [...taken, s.closeCase('providerFact', AT + 2 * DAY), back];
    expect(casesAfter(read)).toEqual(['providerFact']);
  });
  test('is owed beyond the loss', () => {
    const part = [...cancelled, chargeback('lost', AT + DAY, 3_000), back];
    expect(booksAfter(part)).toEqual({
      psp_clearing: 3_000 - TOTAL,
      [`duplicate:${TRANSACTION_ID}`]: TOTAL - 3_000,
    });
    given(part)
      .when(retry(AT + 10 * DAY))
      .emits(['DuplicateRefundRequested', { amount: TOTAL - 3_000 }]);
  });
  test('is owed in full when nothing was lost', () => {
    const transaction = given(cancelled)
      .when(back)
      .emits(['RefundCameBack', { amount: TOTAL }]);
    expect(transaction.duplicates['payment-1']?.amount).toBe(TOTAL);
  });
  test('by hand during the payout repays the loss', () => {
    const byHand = s.says(
      { kind: 'refund.done', refundId: 're_hand', amount: 2_000, paymentId: 'payment-1' },
      s.RUN_AT + HOUR,
    );
    const bounced = s.says({ kind: 'refund.failed', refundId: 're_hand', reason: 'closed' }, s.RUN_AT + DAY);
    expect(booksAfter([...s.payingOut, byHand, bounced])).toEqual(booksAfter(s.payingOut));
  });
  test('is covered in dollars when the chargeback came before the payment', () => {
    const claim = s.says(
      { kind: 'chargeback.lost', chargebackId: 'cb-usd', amount: USD, currency: 'USD' },
      MONDAY + HOUR,
    );
    const paid = [...s.expired, claim, s.pay(MONDAY + 2 * DAY, USD, 'payment-1', 'USD')];
    expect(transactionAfter(paid)).toMatchObject({ lostOfOther: {}, platformLoss: 0, chargedBack: USD });
    expect(transactionAfter([...s.expired, claim]).lostOfOther).toEqual({ USD });
  });
});
