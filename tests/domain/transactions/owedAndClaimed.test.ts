import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { allowedCommands } from '#domain/transactions/transaction.ts';
import * as s from './scenario.ts';
import {
  armedKinds,
  booksAfter,
  casesAfter,
  chargeback,
  given,
  refunded,
  SALE_ID,
  saleAfter,
  TOTAL,
} from './scenario.ts';

const AT = s.MONDAY + 20 * DAY;
const PART = 4_000;
const r = (n: number) => `${SALE_ID}r${n}`;
const owed = `duplicate:${SALE_ID}`;
const payable = `seller_payable:${SALE_ID}`;
const fails = (at: number, refundId = r(1)) =>
  s.says({ kind: 'refund.failed', refundId, reason: 'account closed' }, at);
const retry = (at: number) => s.command('RetryRefund', s.staff, at);
const mayRetry = (history: readonly TransactionCommand[]) =>
  allowedCommands(saleAfter(history), s.staff, AT + 30 * DAY).includes('RetryRefund');

/** All of it had arrived, and is with us again. */
const back = [...s.cancelledPaid, refunded(AT), fails(AT + DAY)];
const claimed = [...back, chargeback('opened', AT + 2 * DAY)];
const lost = [...claimed, chargeback('lost', AT + 9 * DAY)];

describe('what came back of a refund, and the payer’s bank claims', () => {
  test('waits for the bank: it is not sent again meanwhile', () => {
    expect([mayRetry(back), mayRetry(claimed)]).toEqual([true, false]);
    given(claimed)
      .when(retry(AT + 3 * DAY))
      .isRejected({ code: 'notNow' });
    expect(casesAfter(claimed)).toContain('chargeback');
  });
  test('pays when that is lost: the payer has it once, and nobody pays for it', () => {
    const sale = given(claimed)
      .when(chargeback('lost', AT + 9 * DAY))
      .emits(['LateChargebackLost', { amount: TOTAL, owed: TOTAL }]);
    expect([sale.chargebacks['cb-1'], sale.platformLoss]).toMatchObject([{ amount: TOTAL, stands: 'lost' }, 0]);
    expect(booksAfter(lost)).toEqual({});
    expect(casesAfter(lost)).toEqual([]);
    expect(mayRetry(lost)).toBe(false);
  });
  test('is sent again once that is won', () => {
    const won = [...claimed, chargeback('won', AT + 9 * DAY)];
    given(won)
      .when(retry(AT + 10 * DAY))
      .emits(['DuplicateRefundRequested', { refundId: r(2), amount: TOTAL }]);
  });
  test('is owed again when the bank gives it back after all, and is a case', () => {
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
  test('pays for as much as the bank takes; the rest is sent again', () => {
    const some = [...back, chargeback('opened', AT + 2 * DAY, 975), chargeback('lost', AT + 3 * DAY, 975)];
    expect(booksAfter(some)).toEqual({ psp_clearing: 975 - TOTAL, [owed]: TOTAL - 975 });
    given(some)
      .when(retry(AT + 4 * DAY))
      .emits(['DuplicateRefundRequested', { amount: TOTAL - 975 }]);
  });
});

describe('what came back of a part', () => {
  const part = [...s.underReview, s.decide(PART), refunded(s.RUN_AT - 2 * DAY, PART), fails(s.RUN_AT - DAY)];
  const opened = (amount: number, id = 'cb-1') => chargeback('opened', s.RUN_AT - DAY + 1, amount, id);
  const taken = (amount: number, id = 'cb-1') => chargeback('lost', s.RUN_AT + 9 * DAY, amount, id);
  test('pays for the claim before anything of the seller’s does, and holds none of it', () => {
    const sale = given(part)
      .when(opened(PART))
      .emits(['LateChargebackOpened', { amount: PART }]);
    expect([sale.chargeback, armedKinds(sale)]).toEqual(['none', expect.arrayContaining(['payoutRun'])]);
    const books = booksAfter([...part, opened(PART), taken(PART)]);
    expect([books[owed], books[payable], books.platform_loss]).toEqual([undefined, 4_500, undefined]);
  });
  test('of a greater claim pays its part: only the rest is the sale’s', () => {
    const both = [...part, opened(PART + 500)];
    expect(saleAfter(both).chargeback).toBe('open');
    given(both)
      .when(taken(PART + 500))
      .emits(['ChargebackPartlyLost', { amount: PART + 500, owed: PART, ours: 0 }], 'PayoutPostponed');
    const history = [...both, taken(PART + 500)];
    expect([booksAfter(history)[owed], booksAfter(history)[payable]]).toEqual([undefined, 4_000]);
    const given500 = [...history, chargeback('won', s.RUN_AT + 10 * DAY, 500)];
    expect([booksAfter(given500)[owed], booksAfter(given500)[payable]]).toEqual([undefined, 4_500]);
    const all = [...history, chargeback('won', s.RUN_AT + 10 * DAY, PART + 500)];
    expect([booksAfter(all)[owed], booksAfter(all)[payable]]).toEqual([PART, 4_500]);
    expect(saleAfter(all).chargebacks['cb-1']).toEqual(expect.objectContaining({ amount: PART, stands: 'won' }));
  });
  test('covers one of two claims: the other holds the sale, and whichever is lost first takes what is owed', () => {
    const two = [...part, opened(PART), opened(PART, 'cb-2')];
    expect(saleAfter(two).chargebacks).toMatchObject({ 'cb-1': { stands: 'lateOpen' }, 'cb-2': { stands: 'open' } });
    const other = given(two)
      .when(taken(PART, 'cb-2'))
      .emits(['ChargebackPartlyLost', { owed: PART }], ['ChargebackOpened', { chargebackId: 'cb-1' }]);
    expect([other.chargeback, other.payable]).toEqual(['open', 4_500]);
    const first = [...two, taken(PART)];
    expect([saleAfter(first).chargeback, booksAfter(first)[owed], booksAfter(first)[payable]]).toEqual([
      'open',
      undefined,
      4_500,
    ]);
  });
  test('is no cover any more once it has arrived after all: then the claim holds the sale', () => {
    const sale = given([...part, opened(PART)])
      .when(refunded(s.RUN_AT - HOUR, PART))
      .emits('DuplicateRefundCompleted', ['ChargebackOpened', { amount: PART }]);
    expect(sale.chargeback).toBe('open');
  });
  test('lost without a beginning, likewise', () => {
    given(part)
      .when(taken(PART))
      .emits('LateChargebackOpened', ['LateChargebackLost', { owed: PART }]);
    given(part)
      .when(taken(PART + 500))
      .emits('ChargebackOpened', ['ChargebackPartlyLost', { owed: PART }], 'PayoutPostponed');
  });
  test('ends the claim that had held the sale before it came back', () => {
    const before = [...s.underReview, s.decide(PART), refunded(s.RUN_AT - 2 * DAY, PART)];
    const held = [...before, opened(PART), fails(s.RUN_AT)];
    given(held)
      .when(taken(PART))
      .emits(['ChargebackPartlyLost', { owed: PART }], 'PayoutPostponed');
    expect(booksAfter([...held, taken(PART)])[payable]).toBe(4_500);
  });
});

describe('what is on its way again when the bank takes it', () => {
  const sent = [...back, retry(AT + 2 * DAY), chargeback('lost', AT + 3 * DAY)];
  test('is our loss, as nothing can be taken of it', () => {
    expect(saleAfter(sent).platformLoss).toBe(TOTAL);
    expect(booksAfter([...sent, refunded(AT + 4 * DAY, TOTAL, r(2))])).toEqual({
      psp_clearing: TOTAL,
      platform_loss: -TOTAL,
    });
  });
  test('makes that good when it comes back, and is sent to nobody a third time', () => {
    const failed = [...sent, fails(AT + 4 * DAY, r(2))];
    const sale = given(sent)
      .when(fails(AT + 4 * DAY, r(2)))
      .emits(['DuplicateRefundFailed', { ours: TOTAL, retryAt: null }]);
    expect([sale.platformLoss, sale.chargebacks['cb-1']?.owed, mayRetry(failed)]).toEqual([0, TOTAL, false]);
    expect(booksAfter(failed)).toEqual({});
    expect(casesAfter(failed)).toEqual(['providerFact']);
  });
  test('is owed with what is more than the loss', () => {
    const some = [...back, retry(AT + 2 * DAY), chargeback('lost', AT + 3 * DAY, 975), fails(AT + 4 * DAY, r(2))];
    expect(booksAfter(some)).toEqual({ psp_clearing: 975 - TOTAL, [owed]: TOTAL - 975 });
    expect(armedKinds(saleAfter(some))).toEqual(['duplicateRetry']);
  });
});
