import { describe, expect, test } from 'vitest';
import { eventTextOf } from '#domain/notifications/eventTexts.ts';
import { sentenceOf } from '#domain/notifications/transactions.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { mostToDivide } from '#domain/transactions/division.ts';
import { currencyOfAccount } from '#domain/transactions/ledgerAccounts.ts';
import { heldMoney } from '#domain/transactions/state.ts';
import * as s from './scenario.ts';
import {
  booksAfter,
  casesAfter,
  chargeback,
  given,
  MONDAY,
  pay,
  refunded,
  TOTAL,
  TRANSACTION_ID,
  transactionAfter,
} from './scenario.ts';

const USD = 5_000;
const dollars = (at: number, paymentId = 'payment-1') => pay(at, USD, paymentId, 'usd');
const at = s.ESCROW_END + s.SHIPPED_AT - MONDAY;
const mispaid = [...s.pending, dollars(MONDAY)];
const twice = [...s.shipped, dollars(at, 'payment-2')];

const eurosAfter = (commands: readonly TransactionCommand[]) =>
  Object.fromEntries(Object.entries(booksAfter(commands)).filter(([account]) => currencyOfAccount(account) === 'EUR'));

describe('money in another currency', () => {
  test.each([
    ['for the transaction', mispaid, 'refund_transit'],
    ['after its end', [...s.expired, dollars(at)], 'refund_transit'],
    ['a second time', twice, 'duplicate'],
  ] as const)('received %s has its own accounts and changes no euro balance', (_, history, account) => {
    expect(booksAfter(history)).toMatchObject({ 'psp_clearing.usd': -USD, [`${account}.usd:${TRANSACTION_ID}`]: USD });
    const before = history.slice(0, -1);
    expect(eurosAfter(history)).toEqual(eurosAfter(before));
  });

  test.each([
    ['for the transaction', mispaid, 'paymentMismatch'],
    ['after its end', [...s.expired, dollars(at)], 'paymentMismatch'],
    ['a second time', twice, 'providerFact'],
  ] as const)('received %s opens a case', (_, history, kind) => {
    expect(casesAfter(history)).toContain(kind);
  });

  describe('from a second payment', () => {
    const bank = (kind: 'opened' | 'lost', amount: number, when = at - 1) =>
      s.says(
        { kind: `chargeback.${kind}`, chargebackId: 'cb-1', amount, currency: 'usd', paymentId: 'payment-2' },
        when,
      );
    const second = dollars(at, 'payment-2');
    const lost = (amount: number) => ({ 'psp_clearing.usd': amount, 'platform_loss.usd': -amount });

    test('is refunded without the part that the bank took before we heard of the payment', () => {
      const history = [...s.shipped, bank('lost', 3_000)];
      given(history)
        .when(second)
        .emits(
          ['DuplicatePaymentReceived', { captured: USD, currency: 'USD', ours: 3_000 }],
          ['DuplicateRefundRequested', { paymentId: 'payment-2', amount: USD - 3_000 }],
        );
      expect(booksAfter([...history, second, refunded(at + 1, USD - 3_000)])).toEqual(booksAfter(s.shipped));
    });
    test('is not refunded while a chargeback that came before the payment is open', () => {
      given([...s.shipped, bank('opened', 3_000)])
        .when(second)
        .emits(['DuplicatePaymentReceived', { captured: USD, currency: 'USD', ours: 0 }]);
    });
    test('lost to the bank changes no euro balance when the first payment arrives in euros', () => {
      const history = [...s.pending, bank('lost', 2_000, MONDAY), pay()];
      expect(transactionAfter(history)).toMatchObject({ chargedBack: 0, platformLoss: 0, lostOfOther: { USD: 2_000 } });
      expect(booksAfter(history)).toEqual({ ...booksAfter(s.paid), ...lost(2_000) });
    });
    test('refunded by hand changes no euro balance when the first payment arrives in euros', () => {
      const byHand = (refundId: string, amount: number, paymentId: string, currency: string) =>
        s.says({ kind: 'refund.done', refundId, amount, paymentId, currency }, MONDAY);
      const euros = byHand('re_1', 300, 'payment-1', 'eur');
      const history = [...s.pending, euros, byHand('re_2', 900, 'payment-2', 'usd'), pay()];
      expect(transactionAfter(history)).toMatchObject({ refunded: 300, platformLoss: 0, lostOfOther: { USD: 900 } });
      expect(booksAfter(history)).toEqual({ ...booksAfter([...s.pending, euros, pay()]), ...lost(900) });
    });
  });

  test('is refunded in its currency, and the events and texts name it', () => {
    const events = given(s.pending)
      .when(dollars(MONDAY))
      .emits(
        ['PaymentMismatched', { captured: USD, currency: 'USD', expected: TOTAL }],
        ['RefundRequested', { amount: USD, toSeller: 0, fee: 0, currency: 'USD' }],
      );
    expect(events.status).toBe('REFUND_BUYER');
    expect(sentenceOf('PaymentMismatched', { captured: USD, currency: 'USD', expected: TOTAL })).toBe(
      'USD 50.00 was paid instead of €89.75, and goes back',
    );
    expect(sentenceOf('RefundRequested', { amount: 1_234, currency: 'JPY' })).toBe(
      'JPY 1,234 is refunded to the buyer',
    );
    expect(sentenceOf('RefundRequested', { amount: 1_234 })).toBe('€12.34 is refunded to the buyer');
    expect(eventTextOf('RefundRequested').emails).toBeTypeOf('function');
  });

  test('leaves no balance and no case once refunded', () => {
    expect(booksAfter([...mispaid, refunded(at, USD)])).toEqual({});
    expect(booksAfter([...twice, refunded(at + 1, USD)])).toEqual(booksAfter(s.shipped));
    expect(casesAfter([...mispaid, refunded(at, USD)])).toEqual([]);
  });

  test('refunded by hand is taken from the accounts of its currency', () => {
    const byHand = s.says(
      { kind: 'refund.done', refundId: 're_1', amount: USD, paymentId: 'payment-2', currency: 'usd' },
      at + 1,
    );
    expect(booksAfter([...twice, byHand])).toEqual(booksAfter(s.shipped));
  });

  test('refunded by hand from an unknown payment is lost in its currency and holds the euros', () => {
    const byHand = s.says({ kind: 'refund.done', refundId: 're_1', amount: 700, currency: 'usd' }, at);
    const transaction = given(s.shipped)
      .when(byHand)
      .emits(['RefundMadeByHand', { amount: 700, ours: 700, currency: 'USD' }], 'StaffHoldPlaced');
    expect(transaction.platformLoss).toBe(0);
    expect(booksAfter([...s.shipped, byHand])).toEqual({
      ...booksAfter(s.shipped),
      'psp_clearing.usd': 700,
      'platform_loss.usd': -700,
    });
  });

  test('refunded by hand from an unknown payment opens a case when it returns and is not booked in euros', () => {
    const history = [
      ...s.shipped,
      s.says({ kind: 'refund.done', refundId: 're_1', amount: 700, currency: 'usd' }, at),
      s.closeCase('providerFact', at + 1),
    ];
    const back = s.says({ kind: 'refund.failed', refundId: 're_1', reason: 'closed' }, at + 2);
    given(history)
      .when(back)
      .emits(['ProviderFactRecorded', { reference: 're_1', amount: 700 }], 'EscalatedToStaff');
    expect(casesAfter([...history, back])).toContain('providerFact');
    expect(booksAfter([...history, back])).toEqual(booksAfter(history));
  });

  describe('in a chargeback', () => {
    const bank = (kind: 'opened' | 'won' | 'lost', day: number) =>
      s.says({ kind: `chargeback.${kind}`, chargebackId: 'cb-1', amount: USD, currency: 'usd' }, at + day);
    const asked = [...twice, bank('opened', 1)];

    test('holds no euros and opens a case', () => {
      const transaction = given(twice)
        .when(bank('opened', 1))
        .emits(['LateChargebackOpened', { amount: USD, currency: 'USD' }]);
      expect(transaction.chargeback).toBe('none');
      expect(casesAfter(asked)).toContain('chargeback');
    });
    test('is lost and returned in its currency, whether the bank or staff end the chargeback', () => {
      const byStaff = s.command('EndChargeback', s.staff, at + 2, {
        chargebackId: 'cb-1',
        outcome: 'lost',
        rationale: 'The bank never said',
        seller: s.VERIFIED,
      });
      for (const lost of [
        [...asked, bank('lost', 2)],
        [...asked, byStaff],
        [...twice, bank('lost', 2)],
      ]) {
        expect(booksAfter(lost)).toMatchObject({ 'platform_loss.usd': -USD });
        expect(eurosAfter(lost)).toEqual(eurosAfter(twice));
        expect(booksAfter([...lost, bank('won', 3)])).toEqual(booksAfter(twice));
        expect(transactionAfter(lost)).toMatchObject({ status: 'IN_ESCROW', platformLoss: 0 });
      }
    });
    test('is unchanged when the chargeback is won', () => {
      expect(booksAfter([...asked, bank('won', 2)])).toEqual(booksAfter(twice));
      expect(casesAfter([...asked, bank('won', 2)])).not.toContain('chargeback');
      given(twice)
        .when(bank('won', 1))
        .emits(['ProviderFactRecorded', { amount: USD, currency: 'USD' }]);
    });
    test('never holds a transaction whose payout returns', () => {
      const paid = [...s.completed, dollars(at + 1, 'payment-2'), bank('opened', 2)];
      const back = s.says(
        { kind: 'payout.returned', payoutId: `${TRANSACTION_ID}p1`, reason: 'closed', amount: s.SHARE },
        at + 3,
      );
      expect(transactionAfter([...paid, back]).chargeback).toBe('none');
    });
  });

  describe('in a chargeback next to a debt in euros', () => {
    const owed = [
      ...s.cancelledPaid,
      refunded(at),
      s.says({ kind: 'refund.failed', refundId: `${TRANSACTION_ID}r1`, reason: 'closed' }, at + 1),
    ];
    const bank = (kind: 'opened' | 'lost', when: number) =>
      s.says({ kind: `chargeback.${kind}`, chargebackId: 'cb-1', amount: 700, currency: 'usd' }, when);
    const retry = s.command('RetryRefund', s.staff, at + 4);
    const sentAgain = ['DuplicateRefundRequested', { paymentId: 'payment-1', amount: TOTAL }] as const;

    test('does not block the retry of the euro refund', () => {
      given([...owed, bank('opened', at + 2)])
        .when(retry)
        .emits([...sentAgain]);
    });
    test('does not reduce the debt when the chargeback is lost', () => {
      const opened = [...owed, bank('opened', at + 2)];
      for (const history of [owed, opened]) {
        const lost = [...history, bank('lost', at + 3)];
        expect(booksAfter(lost)).toEqual({ ...booksAfter(owed), 'psp_clearing.usd': 700, 'platform_loss.usd': -700 });
        given(lost)
          .when(retry)
          .emits([...sentAgain]);
      }
    });
  });

  describe('from a payment reported last', () => {
    const claim = (kind: 'opened' | 'won' | 'lost', amount: number, currency: string, chargebackId = 'cb-1') =>
      s.says({ kind: `chargeback.${kind}`, chargebackId, amount, currency }, at - 1);
    const byHand = (amount: number, currency: string) =>
      s.says({ kind: 'refund.done', refundId: 're_1', amount, paymentId: 'payment-1', currency }, at - 1);

    test('is held for each open chargeback and not refunded', () => {
      const transaction = given([...s.expired, claim('opened', 3_000, 'usd'), claim('opened', 2_000, 'usd', 'cb-2')])
        .when(dollars(at))
        .emits(
          ['LatePaymentReceived', { currency: 'USD' }],
          ['ChargebackOpened', { chargebackId: 'cb-1', amount: 3_000 }],
          ['ChargebackOpened', { chargebackId: 'cb-2', amount: 2_000 }],
        );
      expect([transaction.chargeback, transaction.inEscrow]).toEqual(['open', USD]);
    });
    test.each([
      ['won, opened, payment', ['won', 'opened', 'paid']],
      ['won, payment, opened', ['won', 'paid', 'opened']],
      ['opened, won, payment', ['opened', 'won', 'paid']],
      ['opened, payment, won', ['opened', 'paid', 'won']],
      ['payment, won, opened', ['paid', 'won', 'opened']],
      ['payment, opened, won', ['paid', 'opened', 'won']],
    ] as const)('is not held for a won chargeback, reported as: %s', (_, order) => {
      const told = order.map((word) => (word === 'paid' ? dollars(at) : claim(word, 3_000, 'usd')));
      const transaction = transactionAfter([...s.expired, ...told]);
      expect([transaction.chargeback, transaction.chargebacks['cb-1']?.stands]).toEqual(['none', 'won']);
      const books = { 'psp_clearing.usd': -USD, [`refund_transit.usd:${TRANSACTION_ID}`]: USD };
      expect(booksAfter([...s.expired, ...told])).toEqual(books);
    });
    test('is not held for a chargeback in euros, which stays in euros until its end', () => {
      const told = [...s.expired, claim('opened', 3_000, 'eur'), dollars(at)];
      given(told.slice(0, -1))
        .when(dollars(at))
        .emits('LatePaymentReceived', ['RefundRequested', { amount: USD }]);
      const lostBy = [
        claim('lost', 3_000, 'eur'),
        s.command('EndChargeback', s.staff, at + 1, {
          chargebackId: 'cb-1',
          outcome: 'lost',
          rationale: 'The bank never said',
          seller: s.VERIFIED,
        }),
      ];
      for (const lost of lostBy) {
        expect(booksAfter([...told, lost])).toMatchObject({ psp_clearing: 3_000, platform_loss: -3_000 });
        expect(transactionAfter([...told, lost])).toMatchObject({ platformLoss: 0, refundInTransit: USD });
      }
    });
    test.each([
      ['refunded by hand', byHand(700, 'usd')],
      ['lost to its bank', claim('lost', 700, 'usd')],
    ])('covers the part already %s, and the rest is refunded', (_, before) => {
      const transaction = given([...s.expired, before])
        .when(dollars(at))
        .emits(
          'LatePaymentReceived',
          ['LossPartlyRecovered', { amount: 700, currency: 'USD' }],
          ['RefundRequested', { amount: USD - 700, currency: 'USD' }],
        );
      expect(transaction).toMatchObject({ platformLoss: 0, refundInTransit: USD - 700 });
      expect(transaction.lostOfOther).toEqual({});
      const books = booksAfter([...s.expired, before, dollars(at)]);
      expect(books).toEqual({ 'psp_clearing.usd': 700 - USD, [`refund_transit.usd:${TRANSACTION_ID}`]: USD - 700 });
    });
    test.each([
      ['refunded by hand', byHand(700, 'eur')],
      ['lost to the bank', claim('lost', 700, 'eur')],
    ])('does not cover euros already %s', (_, before) => {
      const transaction = given([...s.expired, before])
        .when(dollars(at))
        .emits('LatePaymentReceived', ['RefundRequested', { amount: USD }]);
      expect(transaction).toMatchObject({ platformLoss: 0, refunded: 0, chargedBack: 0 });
      expect(booksAfter([...s.expired, before, dollars(at)])).toMatchObject({ platform_loss: -700 });
    });
    test.each([
      ['euros', 'EUR', TOTAL],
      ['dollars', 'USD', USD],
    ])('does not cover %s lost with a second payment, which is refunded without them', (_, currency, captured) => {
      const taken = { chargebackId: 'cb-1', amount: 700, currency, paymentId: 'payment-2' };
      const history = [...s.expired, s.says({ kind: 'chargeback.lost', ...taken }, at - 1), dollars(at)];
      expect(transactionAfter(history).lostOfOther).toEqual({ [currency]: 700 });
      given(history)
        .when(pay(at + 1, captured, 'payment-2', currency))
        .emits(
          ['DuplicatePaymentReceived', { captured, currency, ours: 700 }],
          ['DuplicateRefundRequested', { paymentId: 'payment-2', amount: captured - 700 }],
        );
    });
    test('does not receive euros lost earlier: they return as euros', () => {
      const history = [...s.expired, claim('lost', 700, 'eur'), dollars(at), claim('won', 700, 'eur')];
      expect(booksAfter(history)).toEqual(booksAfter([...s.expired, dollars(at)]));
    });
  });

  test('does not cover euros refunded by hand from an unknown payment', () => {
    const byHand = s.says({ kind: 'refund.done', refundId: 're_1', amount: 700, currency: 'eur' }, at);
    given(mispaid)
      .when(byHand)
      .emits(['RefundMadeByHand', { amount: 700, ours: 700, currency: 'EUR' }], 'StaffHoldPlaced');
    expect(booksAfter([...mispaid, byHand])).toEqual({
      ...booksAfter(mispaid),
      psp_clearing: 700,
      platform_loss: -700,
    });
  });

  test('is lost in its currency after a chargeback', () => {
    const lost = [...mispaid, chargeback('lost', at, USD)];
    expect(booksAfter(lost)).toMatchObject({ 'platform_loss.usd': -USD });
    expect(eurosAfter(lost)).toEqual({});
  });

  test('is refunded to the last cent without a fee when less than the fee is left', () => {
    const failed = s.says({ kind: 'refund.failed', refundId: `${TRANSACTION_ID}r1`, reason: 'closed' }, at);
    const lost = [...mispaid, failed, chargeback('opened', at + 1, USD - 100), chargeback('lost', at + 2, USD - 100)];
    const again = [...lost, s.command('RetryRefund', s.staff, at + 3), refunded(at + 4, 100)];
    expect(transactionAfter(again)).toMatchObject({ status: 'REFUNDED', refunded: 100, feeTaken: 0 });
    expect(booksAfter(again)).toEqual({});
  });

  test('is owed when a partial refund that had arrived returns', () => {
    const fails = (when: number) =>
      s.says({ kind: 'refund.failed', refundId: `${TRANSACTION_ID}r1`, reason: 'closed' }, when);
    const less = [...mispaid, fails(at), chargeback('opened', at + 1, 700), chargeback('lost', at + 2, 700)];
    const more = [...less, chargeback('won', at + 3, 700), s.command('RetryRefund', s.staff, at + 4)];
    const arrived = [...more, refunded(at + 5, USD - 700)];
    expect(transactionAfter(arrived).refund).toMatchObject({ id: `${TRANSACTION_ID}r2`, amount: 700 });
    given(arrived)
      .when(fails(at + 6))
      .emits(['RefundCameBack', { paymentId: 'payment-1', amount: USD - 700, currency: 'USD' }]);
  });

  test('goes to the buyer in full, never to the seller, when the bank returns it', () => {
    const failed = s.says({ kind: 'refund.failed', refundId: `${TRANSACTION_ID}r1`, reason: 'closed' }, at);
    const reopened = [...mispaid, failed, chargeback('lost', at + 1, USD), chargeback('won', at + 2, USD)];
    expect(transactionAfter(reopened).status).toBe('ESCROW_COMPLETED');
    given(reopened)
      .when(s.decide(1_000, at + 3))
      .isRejected({ code: 'amountOutOfRange', least: USD, most: USD });
    // the money is held in both, although only one can be divided
    expect([[...mispaid, failed], reopened].map((each) => mostToDivide(transactionAfter(each)))).toEqual([0, 0]);
    expect(heldMoney(transactionAfter([...mispaid, failed]))).toBe(USD);
    given(reopened)
      .when(s.lift(at + 3))
      .emits('StaffHoldLifted', ['RefundRequested', { amount: USD, toSeller: 0, fee: 0, currency: 'USD' }]);
  });

  test('does not change a transaction in euros', () => {
    const transaction = transactionAfter(twice);
    expect(transaction).toMatchObject({ status: 'IN_ESCROW', captured: TOTAL, inEscrow: TOTAL });
    expect(transactionAfter([...mispaid, pay(at, TOTAL, 'payment-2')]).duplicates['payment-2']).toMatchObject({
      amount: TOTAL,
    });
    expect(booksAfter([...mispaid, pay(at, TOTAL, 'payment-2')])).toMatchObject({
      psp_clearing: -TOTAL,
      [`duplicate:${TRANSACTION_ID}`]: TOTAL,
    });
  });
});
