import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { openCases } from '#domain/transactions/cases.ts';
import { heldMoney } from '#domain/transactions/state.ts';
import * as s from './scenario.ts';
import { chargeback, FEE, given, SHARE, SHIPPED_AT, TOTAL, transactionAfter } from './scenario.ts';

const AT = SHIPPED_AT + DAY;
const PART = 2_475;

describe('a partial chargeback reversed while the rest is being paid out', () => {
  const paying = [
    ...s.shipped,
    chargeback('opened', AT, PART),
    s.receive(AT + HOUR),
    chargeback('lost', AT + 2 * HOUR, PART),
    s.run(s.RUN_AT),
  ];
  const kept = [...paying, chargeback('won', s.RUN_AT + HOUR, PART)];
  test('is kept for the seller, apart from held money and fee', () => {
    const transaction = given(paying)
      .when(chargeback('won', s.RUN_AT + HOUR, PART))
      .emits(['LateChargebackReversed', { amount: PART, kept: PART }]);
    expect([transaction.keptForSeller, transaction.feeTaken, transaction.platformLoss]).toEqual([PART, FEE, 0]);
    expect(openCases(transaction).map(({ kind }) => kind)).toContain('chargebackReversed');
  });
  test('covers the same chargeback if it is lost again', () => {
    const transaction = given(kept)
      .when(chargeback('lost', s.RUN_AT + 2 * HOUR, PART))
      .emits('LateChargebackOpened', 'LateChargebackLost');
    expect([transaction.keptForSeller, transaction.feeTaken, transaction.platformLoss]).toEqual([0, FEE, 0]);
    expect(
      given([...kept, chargeback('lost', s.RUN_AT + 2 * HOUR, PART)])
        .when(s.payoutFails(s.RUN_AT + DAY))
        .emits('PayoutFailed').payable,
    ).toBe(SHARE - PART);
  });
  test('is not divided when the payout failed and a dispute is decided', () => {
    const failed = [...kept, s.payoutFails(s.RUN_AT + DAY)];
    const transaction = transactionAfter(failed);
    expect([heldMoney(transaction), transaction.payable + transaction.feeTaken]).toEqual([TOTAL - PART, TOTAL - PART]);
    // a chargeback takes held money first, then money kept for the seller, then ours
    const gone = given(failed)
      .when(chargeback('lost', s.RUN_AT + 2 * DAY, TOTAL, 'cb-2'))
      .emits('ChargebackOpened', 'ChargebackLost');
    expect([gone.keptForSeller, gone.platformLoss]).toEqual([0, 0]);
  });
  test('is divided with the rest once the bank reverses the chargeback that ended the transaction', () => {
    const gone = [...kept, s.payoutFails(s.RUN_AT + DAY), chargeback('lost', s.RUN_AT + 2 * DAY, TOTAL - PART, 'cb-2')];
    const transaction = given(gone)
      .when(chargeback('won', s.RUN_AT + 3 * DAY, TOTAL - PART, 'cb-2'))
      .emits('ChargebackReversed', 'StaffHoldPlaced');
    expect([transaction.inEscrow, transaction.keptForSeller]).toEqual([TOTAL, 0]);
  });
});

describe('a partial chargeback reversed after a payout of the rest failed', () => {
  const p = (n: number) => `${s.TRANSACTION_ID}p${n}`;
  const lost = [
    ...s.released,
    chargeback('opened', s.ESCROW_END + DAY, 1_000),
    chargeback('lost', s.ESCROW_END + DAY + HOUR, 1_000),
  ];
  const again = [...lost, s.run(s.RUN_AT), s.payoutFails(s.RUN_AT), chargeback('won', s.RUN_AT + HOUR, 1_000)];
  const kept = [...again, s.paidOut(s.RUN_AT + 2 * HOUR, 1, SHARE - 1_000)];
  const payable = `seller_payable:${s.TRANSACTION_ID}`;
  test('is kept for the seller and opens a case when that payout arrives late', () => {
    const transaction = given(again)
      .when(s.paidOut(s.RUN_AT + 2 * HOUR, 1, SHARE - 1_000))
      .emits(['PayoutArrivedLate', { payoutId: p(1), amount: SHARE - 1_000, kept: 1_000 }]);
    expect([transaction.status, transaction.payable, transaction.keptForSeller]).toEqual(['COMPLETED', 0, 1_000]);
    expect(s.booksAfter(kept)).toEqual({ psp_clearing: -TOTAL, seller_paid: SHARE - 1_000, fee_income: FEE + 1_000 });
    expect(openCases(transaction).map(({ kind }) => kind)).toEqual(['chargebackReversed']);
  });
  test('is not paid automatically when that payout returns', () => {
    const returned = s.says(
      { kind: 'payout.returned', payoutId: p(1), reason: 'closed', amount: SHARE - 1_000 },
      s.RUN_AT + DAY,
    );
    const transaction = given(kept).when(returned).emits('PayoutReturned');
    expect([transaction.payable, transaction.released?.toSeller, transaction.keptForSeller]).toEqual([
      SHARE - 1_000,
      SHARE - 1_000,
      1_000,
    ]);
  });
  test('is kept when the first payout arrives late and the second fails, without a third', () => {
    const at = s.RUN_AT + DAY;
    const beside = [...again, s.fires('payoutRetry', at), s.paidOut(at + HOUR, 1, SHARE - 1_000)];
    const transaction = given(beside)
      .when(s.payoutFails(at + 2 * HOUR, 2))
      .emits('PayoutFailed', ['OverpaymentCounted', { payoutId: p(1), amount: SHARE - 1_000, kept: 1_000 }]);
    expect([transaction.status, transaction.paidOut, transaction.overpaid, transaction.keptForSeller]).toEqual([
      'COMPLETED',
      SHARE - 1_000,
      0,
      1_000,
    ]);
    expect([s.armedKinds(transaction), s.booksAfter([...beside, s.payoutFails(at + 2 * HOUR, 2)])[payable]]).toEqual([
      [],
      undefined,
    ]);
    expect(openCases(transaction).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['providerFact', 'chargebackReversed']),
    );
  });
});

describe('a chargeback on a failed partial refund, reversed later', () => {
  const DECIDED = 2_000;
  const failed = s.refundFailsForGood([...s.underReview, s.decide(DECIDED)]);
  const at = s.DISPUTED_AT + 30 * DAY;
  const IN_ESCROW = TOTAL - DECIDED;
  const taken = (by: number) => [
    ...failed,
    chargeback('opened', at, IN_ESCROW + by),
    chargeback('lost', at + HOUR, IN_ESCROW + by),
  ];
  const retry = (when: number) => ({ type: 'RetryRefund', by: s.staff, at: when }) as const;

  test.each([1, 500])('returns %d cents of it to the buyer: the seller keeps the decided share', (by) => {
    const transaction = given(taken(by))
      .when(chargeback('won', at + 2 * HOUR, IN_ESCROW + by))
      .emits(['ChargebackPartlyReversed', { amount: IN_ESCROW }], ['LateChargebackReversed', { amount: by, owed: by }]);
    expect(transaction.refund).toMatchObject({ amount: DECIDED - by, toSeller: SHARE - DECIDED, fee: FEE });
    expect(transaction.duplicates['payment-1']).toMatchObject({ amount: by, state: 'failed' });
    expect(openCases(transaction).map(({ kind }) => kind)).toContain('refundFailed');
  });

  test.each([1, 500])('owes its %d cents to the buyer while the seller is being paid', (by) => {
    const goesOn = [
      ...taken(by),
      chargeback('won', at + 2 * HOUR, IN_ESCROW),
      retry(at + 3 * HOUR),
      s.refunded(at + 4 * HOUR, DECIDED - by),
    ];
    const runAt = s.dueAt(transactionAfter(goesOn), 'payoutRun') ?? 0;
    const paying = [...goesOn, s.run(runAt)];
    const won = chargeback('won', runAt + HOUR, IN_ESCROW + by);
    const transaction = given(paying)
      .when(won)
      .emits(['LateChargebackReversed', { amount: by, owed: by }]);
    expect([
      transaction.keptForSeller,
      transaction.payoutInTransit,
      transaction.duplicates['payment-1']?.amount,
    ]).toEqual([0, SHARE - DECIDED, by]);
    // once this is sent, the payer has the decided amount
    const sent = [...paying, won, retry(runAt + 2 * HOUR)];
    const { refundId } = transactionAfter(sent).duplicates['payment-1']!;
    const books = s.booksAfter([...sent, s.refunded(runAt + DAY, by, refundId)]);
    expect(books).toMatchObject({ psp_clearing: DECIDED - TOTAL, fee_income: FEE });
  });
});
