import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { heldMoney } from '#domain/transactions/state.ts';
import { allowedCommands } from '#domain/transactions/transaction.ts';
import * as s from './scenario.ts';
import {
  armedKinds,
  booksAfter,
  casesAfter,
  chargeback,
  given,
  refunded,
  TOTAL,
  TRANSACTION_ID,
  transactionAfter,
} from './scenario.ts';

const AT = s.MONDAY + 20 * DAY;
const PART = 4_000;
const r = (n: number) => `${TRANSACTION_ID}r${n}`;
const owed = `duplicate:${TRANSACTION_ID}`;
const payable = `seller_payable:${TRANSACTION_ID}`;
const fails = (at: number, refundId = r(1)) =>
  s.says({ kind: 'refund.failed', refundId, reason: 'account closed' }, at);
const retry = (at: number) => s.command('RetryRefund', s.staff, at);
const mayRetry = (history: readonly TransactionCommand[]) =>
  allowedCommands(transactionAfter(history), s.staff, AT + 30 * DAY).includes('RetryRefund');

/** The full refund arrived and came back. */
const back = [...s.cancelledPaid, refunded(AT), fails(AT + DAY)];
const claimed = [...back, chargeback('opened', AT + 2 * DAY)];
const lost = [...claimed, chargeback('lost', AT + 9 * DAY)];

describe('a returned refund in a chargeback', () => {
  test('is not sent again while the chargeback is open', () => {
    expect([mayRetry(back), mayRetry(claimed)]).toEqual([true, false]);
    given(claimed)
      .when(retry(AT + 3 * DAY))
      .isRejected({ code: 'notNow' });
    expect(casesAfter(claimed)).toContain('chargeback');
  });
  test('covers a lost chargeback, so nobody loses money', () => {
    const transaction = given(claimed)
      .when(chargeback('lost', AT + 9 * DAY))
      .emits(['LateChargebackLost', { amount: TOTAL, owed: TOTAL }]);
    expect([transaction.chargebacks['cb-1'], transaction.platformLoss]).toMatchObject([
      { amount: TOTAL, stands: 'lost' },
      0,
    ]);
    expect(booksAfter(lost)).toEqual({});
    expect(casesAfter(lost)).toEqual([]);
    expect(mayRetry(lost)).toBe(false);
  });
  test('is sent again once the chargeback is won', () => {
    const won = [...claimed, chargeback('won', AT + 9 * DAY)];
    given(won)
      .when(retry(AT + 10 * DAY))
      .emits(['DuplicateRefundRequested', { refundId: r(2), amount: TOTAL }]);
  });
  test('is owed again and opens a case when the bank reverses the loss', () => {
    const reversed = [...lost, chargeback('won', AT + 12 * DAY)];
    given(lost)
      .when(chargeback('won', AT + 12 * DAY))
      .emits(['LateChargebackReversed', { amount: TOTAL, owed: TOTAL }]);
    expect(booksAfter(reversed)).toEqual({ psp_clearing: -TOTAL, [owed]: TOTAL });
    expect(casesAfter(reversed)).toEqual(['refundFailed']);
    expect(mayRetry(reversed)).toBe(true);
    const again = given(reversed)
      .when(chargeback('lost', AT + 14 * DAY))
      .emits('LateChargebackOpened', ['LateChargebackLost', { owed: TOTAL }]);
    expect(again.chargebacks['cb-1']).toMatchObject({ stands: 'lost', owed: TOTAL });
  });
  test('covers the amount that the bank takes, and the rest is sent again', () => {
    const some = [...back, chargeback('opened', AT + 2 * DAY, 975), chargeback('lost', AT + 3 * DAY, 975)];
    expect(booksAfter(some)).toEqual({ psp_clearing: 975 - TOTAL, [owed]: TOTAL - 975 });
    given(some)
      .when(retry(AT + 4 * DAY))
      .emits(['DuplicateRefundRequested', { amount: TOTAL - 975 }]);
  });
});

describe('a returned partial refund', () => {
  const part = [...s.underReview, s.decide(PART), refunded(s.RUN_AT - 2 * DAY, PART), fails(s.RUN_AT - DAY)];
  const opened = (amount: number, id = 'cb-1') => chargeback('opened', s.RUN_AT - DAY + 1, amount, id);
  const taken = (amount: number, id = 'cb-1') => chargeback('lost', s.RUN_AT + 9 * DAY, amount, id);
  test('covers a chargeback before the seller’s money and holds none of it', () => {
    const transaction = given(part)
      .when(opened(PART))
      .emits(['LateChargebackOpened', { amount: PART }]);
    expect([transaction.chargeback, armedKinds(transaction)]).toEqual(['none', expect.arrayContaining(['payoutRun'])]);
    const books = booksAfter([...part, opened(PART), taken(PART)]);
    expect([books[owed], books[payable], books.platform_loss]).toEqual([undefined, 4_500, undefined]);
  });
  test('covers its part of a larger chargeback, and the transaction covers the rest', () => {
    const both = [...part, opened(PART + 500)];
    expect(transactionAfter(both).chargeback).toBe('open');
    given(both)
      .when(taken(PART + 500))
      .emits(['ChargebackPartlyLost', { amount: PART + 500, owed: PART, ours: 0 }], 'PayoutPostponed');
    const history = [...both, taken(PART + 500)];
    expect([booksAfter(history)[owed], booksAfter(history)[payable]]).toEqual([undefined, 4_000]);
    const given500 = [...history, chargeback('won', s.RUN_AT + 10 * DAY, 500)];
    expect([booksAfter(given500)[owed], booksAfter(given500)[payable]]).toEqual([undefined, 4_500]);
    const all = [...history, chargeback('won', s.RUN_AT + 10 * DAY, PART + 500)];
    expect([booksAfter(all)[owed], booksAfter(all)[payable]]).toEqual([PART, 4_500]);
    expect(transactionAfter(all).chargebacks['cb-1']).toEqual(
      expect.objectContaining({ amount: PART + 500, stands: 'won' }),
    );
  });
  test('covers one of two chargebacks, whichever is lost first', () => {
    const two = [...part, opened(PART), opened(PART, 'cb-2')];
    expect(transactionAfter(two).chargebacks).toMatchObject({
      'cb-1': { stands: 'lateOpen' },
      'cb-2': { stands: 'open' },
    });
    const other = given(two)
      .when(taken(PART, 'cb-2'))
      .emits(['ChargebackPartlyLost', { owed: PART }], ['ChargebackOpened', { chargebackId: 'cb-1' }]);
    expect([other.chargeback, other.payable]).toEqual(['open', 4_500]);
    const first = [...two, taken(PART)];
    expect([transactionAfter(first).chargeback, booksAfter(first)[owed], booksAfter(first)[payable]]).toEqual([
      'open',
      undefined,
      4_500,
    ]);
  });
  test('covers nothing once it arrives after all, so the chargeback holds the transaction', () => {
    const transaction = given([...part, opened(PART)])
      .when(refunded(s.RUN_AT - HOUR, PART))
      .emits('DuplicateRefundCompleted', ['ChargebackOpened', { amount: PART }]);
    expect(transaction.chargeback).toBe('open');
  });
  test('covers a chargeback that was lost without being opened', () => {
    given(part)
      .when(taken(PART))
      .emits('LateChargebackOpened', ['LateChargebackLost', { owed: PART }]);
    given(part)
      .when(taken(PART + 500))
      .emits('ChargebackOpened', ['ChargebackPartlyLost', { owed: PART }], 'PayoutPostponed');
  });
  test('covers its part when the bank takes more than it claimed', () => {
    given([...part, opened(PART)])
      .when(taken(PART + 500))
      .emits('ChargebackOpened', ['ChargebackPartlyLost', { owed: PART, ours: 0 }], 'PayoutPostponed');
  });
  test('covers a chargeback that held the transaction before the refund returned', () => {
    const before = [...s.underReview, s.decide(PART), refunded(s.RUN_AT - 2 * DAY, PART)];
    const held = [...before, opened(PART), fails(s.RUN_AT)];
    given(held)
      .when(taken(PART))
      .emits(['ChargebackPartlyLost', { owed: PART }], 'PayoutPostponed');
    expect(booksAfter([...held, taken(PART)])[payable]).toBe(4_500);
  });
});

describe('a returned refund on its way again during a chargeback', () => {
  const sent = [...back, retry(AT + 2 * DAY), chargeback('lost', AT + 3 * DAY)];
  test('is our loss when the chargeback is lost', () => {
    expect(transactionAfter(sent).platformLoss).toBe(TOTAL);
    expect(booksAfter([...sent, refunded(AT + 4 * DAY, TOTAL, r(2))])).toEqual({
      psp_clearing: TOTAL,
      platform_loss: -TOTAL,
    });
  });
  test('repays the loss when it returns and is not sent a third time', () => {
    const failed = [...sent, fails(AT + 4 * DAY, r(2))];
    const transaction = given(sent)
      .when(fails(AT + 4 * DAY, r(2)))
      .emits(['DuplicateRefundFailed', { ours: TOTAL, retryAt: null }]);
    expect([transaction.platformLoss, transaction.chargebacks['cb-1']?.owed, mayRetry(failed)]).toEqual([
      0,
      TOTAL,
      false,
    ]);
    expect(booksAfter(failed)).toEqual({});
    expect(casesAfter(failed)).toEqual(['providerFact']);
  });
  test('is owed beyond the loss when it returns', () => {
    const some = [...back, retry(AT + 2 * DAY), chargeback('lost', AT + 3 * DAY, 975), fails(AT + 4 * DAY, r(2))];
    expect(booksAfter(some)).toEqual({ psp_clearing: 975 - TOTAL, [owed]: TOTAL - 975 });
    expect(armedKinds(transactionAfter(some))).toEqual(['duplicateRetry']);
  });
});

describe('a chargeback on a second payment', () => {
  const at = s.SHIPPED_AT + DAY;
  const second = (kind: 'opened' | 'won' | 'lost', when: number, amount = TOTAL) =>
    s.says({ kind: `chargeback.${kind}`, chargebackId: 'cb-2', amount, currency: 'EUR', paymentId: 'payment-2' }, when);
  const again = (when: number) => s.pay(when, TOTAL, 'payment-2');
  const twice = [...s.shipped, again(at), fails(at + HOUR)];
  test('holds no money of the transaction and is covered by that payment alone', () => {
    const opened = given(twice)
      .when(second('opened', at + HOUR))
      .emits(['LateChargebackOpened', { paymentId: 'payment-2' }]);
    expect([opened.chargeback, armedKinds(opened)]).toEqual(['none', expect.not.arrayContaining(['duplicateRetry'])]);
    const history = [...twice, second('opened', at + HOUR), second('lost', at + 9 * DAY)];
    expect([transactionAfter(history).status, transactionAfter(history).inEscrow]).toEqual(['IN_ESCROW', TOTAL]);
    expect(booksAfter(history)).toEqual(booksAfter(s.shipped));
    expect(casesAfter(history)).toEqual([]);
  });
  test('is our loss beyond the owed amount, with a case, and costs the seller nothing', () => {
    const history = [...s.shipped, again(at), refunded(at + HOUR), second('lost', at + 9 * DAY)];
    const transaction = transactionAfter(history);
    expect([transaction.status, transaction.inEscrow, transaction.platformLoss, transaction.lostOfOther]).toEqual([
      'IN_ESCROW',
      TOTAL,
      0,
      { EUR: TOTAL },
    ]);
    expect(booksAfter(history).platform_loss).toBe(-TOTAL);
    expect(casesAfter(history)).toEqual(['providerFact']);
    const reversed = [...history, second('won', at + 10 * DAY)];
    expect([booksAfter(reversed), transactionAfter(reversed).lostOfOther]).toEqual([booksAfter(s.shipped), { EUR: 0 }]);
  });
  test('is repaid when the refund of that payment returns', () => {
    const gone = [...s.shipped, again(at), refunded(at + HOUR), second('lost', at + 9 * DAY)];
    given(gone)
      .when(fails(at + 10 * DAY))
      .emits(['RefundCameBack', { paymentId: 'payment-2', ours: TOTAL }]);
    expect(booksAfter([...gone, fails(at + 10 * DAY)])).toEqual(booksAfter(s.shipped));
    const turned = [...gone, fails(at + 10 * DAY), second('won', at + 11 * DAY)];
    expect(booksAfter(turned)[owed]).toBe(TOTAL);
  });
  test('is repaid before a loss of the transaction, so never more is held than paid', () => {
    const MORE = 5;
    const gone = [...s.shipped, again(at), refunded(at + HOUR), second('lost', at + DAY)];
    const history = [...gone, chargeback('lost', at + 2 * DAY, TOTAL + MORE)];
    const transaction = given(history)
      .when(fails(at + 3 * DAY))
      .emits(['RefundCameBack', { ours: TOTAL, ofSale: 0 }]);
    expect([transaction.platformLoss, transaction.lostOfOther]).toEqual([MORE, { EUR: 0 }]);
    const reversed = transactionAfter([...history, fails(at + 3 * DAY), chargeback('won', at + 4 * DAY, TOTAL + MORE)]);
    expect([heldMoney(reversed), reversed.platformLoss]).toEqual([TOTAL, 0]);
  });
  test('lost while the refund is on its way is repaid when that refund fails', () => {
    const gone = [...s.shipped, again(at), second('lost', at + HOUR), fails(at + 2 * HOUR)];
    expect(booksAfter(gone)).toEqual(booksAfter(s.shipped));
    expect(armedKinds(transactionAfter(gone))).not.toContain('duplicateRetry');
  });
  test('opened before the payment is reported keeps that payment until its end', () => {
    const before = [...s.shipped, second('opened', at)];
    given(before)
      .when(again(at + HOUR))
      .emits(['DuplicatePaymentReceived', { ours: 0 }]);
    const waiting = [...before, again(at + HOUR)];
    given(waiting)
      .when(again(at + 2 * HOUR))
      .changesNothing();
    const won = [...waiting, second('won', at + DAY)];
    given(won)
      .when(s.fires('duplicateRetry', at + HOUR, {}, at + DAY))
      .emits(['DuplicateRefundRequested', { refundId: r(1), paymentId: 'payment-2', amount: TOTAL }]);
    expect(booksAfter([...waiting, second('lost', at + DAY)])).toEqual(booksAfter(s.shipped));
  });
  test('lost before the payment is reported is covered by it', () => {
    const gone = [...s.shipped, second('lost', at)];
    expect(transactionAfter(gone).lostOfOther).toEqual({ EUR: TOTAL });
    given(gone)
      .when(again(at + HOUR))
      .emits(['DuplicatePaymentReceived', { ours: TOTAL }]);
    expect(booksAfter([...gone, again(at + HOUR)])).toEqual(booksAfter(s.shipped));
    given([...s.shipped, second('lost', at, 975)])
      .when(again(at + HOUR))
      .emits(['DuplicatePaymentReceived', { ours: 975 }], ['DuplicateRefundRequested', { amount: TOTAL - 975 }]);
  });
  test('lost before any payment is reported takes nothing from the first payment', () => {
    const paid = [...s.pending, second('lost', s.MONDAY), s.pay(s.MONDAY + HOUR)];
    given([...s.pending, second('lost', s.MONDAY)])
      .when(s.pay(s.MONDAY + HOUR))
      .emits('PaymentCaptured');
    expect(transactionAfter(paid)).toMatchObject({
      inEscrow: TOTAL,
      platformLoss: 0,
      chargedBack: 0,
      lostOfOther: { EUR: TOTAL },
    });
    expect(booksAfter([...paid, again(s.MONDAY + 2 * HOUR)])).toEqual(booksAfter(s.paid));
    const own = [...s.pending, second('lost', s.MONDAY), again(s.MONDAY + HOUR)];
    expect(transactionAfter(own)).toMatchObject({ status: 'REFUNDED', platformLoss: 0 });
  });
  test('is ended by staff like any other', () => {
    const end = s.command('EndChargeback', s.staff, at + 40 * DAY, {
      chargebackId: 'cb-2',
      outcome: 'lost',
      rationale: 'The bank’s letter',
      seller: s.VERIFIED,
    });
    given([...twice, second('opened', at + HOUR)])
      .when(end)
      .emits('ChargebackEndedByStaff', ['LateChargebackLost', { owed: TOTAL }]);
  });
  test('on the first payment holds the transaction, with or without a payment id', () => {
    const named = s.says(
      { kind: 'chargeback.opened', chargebackId: 'cb-1', amount: TOTAL, paymentId: 'payment-1' },
      at,
    );
    given(s.shipped).when(named).emits('ChargebackOpened');
  });
});

describe('two chargebacks that took more than is owed of a payment', () => {
  const at = s.SHIPPED_AT + DAY;
  const says = (kind: 'lost' | 'won', when: number, amount: number, chargebackId: string, paymentId: string) =>
    s.says({ kind: `chargeback.${kind}`, chargebackId, amount, currency: 'EUR', paymentId }, when);
  const turns = (paymentId: string, before: readonly TransactionCommand[], from: number) => {
    const lost = [
      ...before,
      says('lost', from, TOTAL - 475, 'cb-8', paymentId),
      says('lost', from + DAY, 700, 'cb-9', paymentId),
    ];
    const won = (when: number, amount: number, id = 'cb-8') => says('won', from + when, amount, id, paymentId);
    const some = [...lost, won(2 * DAY, 3_000)];
    return { lost, some, all: [...some, won(3 * DAY, TOTAL - 475), won(4 * DAY, 700, 'cb-9')] };
  };
  test.each([
    ['the sale’s own payment', turns('payment-1', back, AT + 2 * DAY), {}],
    [
      'a second payment',
      turns('payment-2', [...s.shipped, s.pay(at, TOTAL, 'payment-2'), fails(at + HOUR)], at + DAY),
      booksAfter(s.shipped),
    ],
  ])('repay our loss on %s first when one is reversed', (_, { lost, some, all }, transactions) => {
    const { psp_clearing: clearing = 0, ...rest } = transactions as Record<string, number>;
    expect(booksAfter(lost).platform_loss).toBe(-225);
    expect(booksAfter(some)).toEqual({ ...rest, psp_clearing: clearing - 2_775, [owed]: 2_775 });
    expect(booksAfter(all)).toEqual({ ...rest, psp_clearing: clearing - TOTAL, [owed]: TOTAL });
    expect(Object.values(transactionAfter(all).chargebacks).map(({ stands, owed: paid }) => [stands, paid])).toEqual([
      ['won', undefined],
      ['won', undefined],
    ]);
    expect(casesAfter(some)).toContain('refundFailed');
  });
});

test('money owed again next to a loss is a case, even after its reversal was closed', () => {
  const at = s.SHIPPED_AT + DAY;
  const second = (kind: 'lost' | 'won', when: number) =>
    s.says({ kind: `chargeback.${kind}`, chargebackId: 'cb-2', amount: TOTAL, paymentId: 'payment-2' }, when);
  const byHand = { kind: 'refund.done', refundId: 're_1', providerRefundId: 're_1', amount: PART } as const;
  const history = [
    ...s.shipped,
    s.pay(at, TOTAL, 'payment-2'),
    fails(at + HOUR),
    s.says({ ...byHand, paymentId: 'payment-2', currency: 'EUR' }, at + 2 * HOUR),
    second('lost', at + DAY),
    second('won', at + 2 * DAY),
    s.closeCase('chargebackReversed', at + 3 * DAY),
  ];
  expect(booksAfter(history)[owed]).toBe(TOTAL - PART);
  expect(casesAfter(history)).toContain('refundFailed');
});
