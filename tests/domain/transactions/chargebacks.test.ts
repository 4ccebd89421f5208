import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { openCases } from '#domain/transactions/cases.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { holdsOf } from '#domain/transactions/state.ts';
import * as s from './scenario.ts';
import {
  chargeback,
  command,
  DISPUTED_AT,
  FEE,
  given,
  SHARE,
  SHIPPED_AT,
  TOTAL,
  transactionAfter,
} from './scenario.ts';

const AT = SHIPPED_AT + DAY;
const PART = 2_475;
const REST = TOTAL - PART;
/** A partial refund is on its way; the rest waits for it. */
const goingBack = [...s.underReview, s.decide(PART)];
const OPENED = DISPUTED_AT + 2 * DAY + HOUR;
const refundFails = (at: number) =>
  s.says({ kind: 'refund.failed', refundId: `${s.TRANSACTION_ID}r1`, reason: 'charge disputed' }, at);
const end = (
  outcome: 'won' | 'lost',
  at: number,
  rationale = 'The bank says so on the telephone',
  chargebackId = 'cb-1',
) => command('EndChargeback', s.staff, at, { chargebackId, outcome, rationale, seller: s.VERIFIED });

describe('a chargeback that we hear of before the payment', () => {
  const before = [s.buy(), s.setShipping(), chargeback('opened', s.MONDAY + HOUR)];
  const paidAt = s.MONDAY + 2 * HOUR;
  test('is open at once and holds the money once we hear of the payment', () => {
    given([s.buy(), s.setShipping()])
      .when(chargeback('opened', s.MONDAY + HOUR))
      .emits('LateChargebackOpened');
    const transaction = given(before).when(s.pay(paidAt)).emits('PaymentCaptured', 'ChargebackOpened');
    expect([transaction.status, holdsOf(transaction)]).toEqual(['AWAIT_SHIPPING', ['chargeback']]);
    given([...before, s.pay(paidAt)])
      .when(chargeback('won', paidAt + DAY))
      .emits('ChargebackWon', 'ShipmentClockResumed');
  });
  test('refunds a wrong amount once: through the bank, or to the buyer after it is won', () => {
    const wrong = s.pay(paidAt, TOTAL + 1);
    const transaction = given(before).when(wrong).emits('PaymentMismatched', 'ChargebackOpened');
    expect([transaction.status, transaction.inEscrow]).toEqual(['REFUND_BUYER', TOTAL + 1]);
    given([...before, wrong])
      .when(chargeback('won', paidAt + DAY))
      .emits('ChargebackWon', ['RefundRequested', { amount: TOTAL + 1 }]);
    given([...before, wrong])
      .when(chargeback('lost', paidAt + DAY, PART))
      .emits('ChargebackPartlyLost', ['RefundRequested', { amount: TOTAL + 1 - PART }]);
    const gone = given([...before, wrong])
      .when(chargeback('lost', paidAt + DAY, TOTAL + 1))
      .emits('ChargebackLost');
    expect([gone.status, gone.platformLoss]).toEqual(['REFUNDED', 0]);
  });
  test('is covered by the payment if it was lost before', () => {
    const lost = [...before, chargeback('lost', s.MONDAY + HOUR + 1)];
    expect(transactionAfter(lost).platformLoss).toBe(TOTAL);
    const transaction = given(lost)
      .when(s.pay(paidAt))
      .emits('PaymentCaptured', ['LossRecovered', { amount: TOTAL }]);
    expect([transaction.status, transaction.platformLoss, s.armedKinds(transaction)]).toEqual(['REFUNDED', 0, []]);
    // the balances count the loss already
    expect(transaction.lostOfOther).toEqual({});
  });
});

describe('a chargeback during a partial refund', () => {
  const held = [...goingBack, chargeback('opened', OPENED)];
  test('holds the rest until the bank decides [L-131]', () => {
    expect(given(goingBack).when(chargeback('opened', OPENED)).emits('ChargebackOpened').status).toBe('REFUND_BUYER');
    const transaction = given(held)
      .when(s.refunded(OPENED + DAY, PART))
      .emits('PartialRefundCompleted', ['EscrowReleased', { toSeller: REST - FEE, fee: FEE }]);
    expect([transaction.status, holdsOf(transaction)]).toEqual(['ESCROW_COMPLETED', ['chargeback']]);
    given([...held, s.refunded(OPENED + DAY, PART)])
      .when(chargeback('won', OPENED + 2 * DAY))
      .emits('ChargebackWon', ['PayoutApproved', { amount: REST - FEE }]);
  });
  test('takes the held money when lost; only the refunded part is our loss [L-137]', () => {
    const after = given([...held, s.refunded(OPENED + DAY, PART)])
      .when(chargeback('lost', OPENED + 2 * DAY))
      .emits('ChargebackLost');
    expect([after.status, after.platformLoss, after.chargedBack]).toEqual(['REFUNDED', PART, TOTAL]);
    const before = given(held)
      .when(chargeback('lost', OPENED + HOUR))
      .emits(['ChargebackPartlyLost', { amount: TOTAL, ours: PART }]);
    expect([before.status, before.inEscrow, before.platformLoss]).toEqual(['REFUND_BUYER', 0, PART]);
    const done = given([...held, chargeback('lost', OPENED + HOUR)])
      .when(s.refunded(OPENED + DAY, PART))
      .emits('RefundCompleted');
    expect([done.status, done.feeTaken, done.platformLoss]).toEqual(['REFUNDED', 0, PART]);
  });
  test('opens a case when lost with a loss of ours, and none without one', () => {
    const kinds = (...lost: TransactionCommand[]) => openCases(transactionAfter(lost)).map(({ kind }) => kind);
    expect(kinds(...held, s.refunded(OPENED + DAY, PART), chargeback('lost', OPENED + 2 * DAY))).toEqual([
      'providerFact',
    ]);
    expect(kinds(...held, chargeback('lost', OPENED + HOUR))).toEqual(['providerFact']);
    expect(kinds(...held, chargeback('lost', OPENED + HOUR, REST))).toEqual([]);
    expect(kinds(...s.shipped, chargeback('lost', AT))).toEqual([]);
    expect(kinds(...s.shipped, chargeback('lost', AT, TOTAL + 1))).toEqual(['providerFact']);
  });
  test('is covered by a refund that then fails', () => {
    const transaction = given([...held, chargeback('lost', OPENED + HOUR)])
      .when(refundFails(OPENED + DAY))
      .emits('RefundFailed', ['LossRecovered', { amount: PART }]);
    expect([transaction.status, transaction.platformLoss, transaction.chargedBack, s.armedKinds(transaction)]).toEqual([
      'REFUNDED',
      0,
      TOTAL,
      [],
    ]);
    const small = given([...held, chargeback('lost', OPENED + HOUR, REST + 100)])
      .when(refundFails(OPENED + DAY))
      .emits('RefundFailed', ['LossPartlyRecovered', { amount: 100 }]);
    expect([small.status, small.platformLoss, small.refund?.amount]).toEqual(['REFUND_BUYER', 0, PART - 100]);
  });
  test('blocks the retry of a failed refund until it ends', () => {
    const failed = [...held, refundFails(OPENED + HOUR)];
    const due = OPENED + 2 * HOUR;
    given(failed).when(s.fires('refundRetry', due)).changesNothing();
    given(failed)
      .when(command('RetryRefund', s.staff, due))
      .isRejected({ code: 'notNow' });
    given([...failed, chargeback('won', due)])
      .when(s.fires('refundRetry', due))
      .emits('RefundRetried');
    const lost = given(failed).when(chargeback('lost', due)).emits('ChargebackLost');
    expect([lost.status, lost.platformLoss]).toEqual(['REFUNDED', 0]);
  });
  test('holds a full refund once that has failed', () => {
    const whole = [...s.cancelledPaid, chargeback('opened', s.MONDAY + 2 * HOUR)];
    const failed = given(whole)
      .when(refundFails(s.MONDAY + 3 * HOUR))
      .emits('RefundFailed', 'ChargebackOpened');
    expect([failed.status, holdsOf(failed)]).toEqual(['REFUND_BUYER', ['chargeback']]);
    expect(
      given([...whole, chargeback('lost', s.MONDAY + 3 * HOUR)])
        .when(refundFails(s.MONDAY + 4 * HOUR))
        .emits('RefundFailed', 'LossRecovered').platformLoss,
    ).toBe(0);
  });
});

describe('several chargebacks on one payment', () => {
  const two = [...s.shipped, chargeback('opened', AT, 2_000), chargeback('opened', AT + HOUR, 3_000, 'cb-2')];
  test('hold separately: the transaction continues after the last one [L-131]', () => {
    given([...s.shipped, chargeback('opened', AT, 2_000)])
      .when(chargeback('opened', AT + HOUR, 3_000, 'cb-2'))
      .emits(['ChargebackOpened', { chargebackId: 'cb-2', remaining: null }]);
    const one = given(two)
      .when(chargeback('won', AT + DAY, 2_000))
      .emits('OneChargebackWon');
    expect(holdsOf(one)).toEqual(['chargeback']);
    given([...two, chargeback('won', AT + DAY, 2_000)])
      .when(chargeback('won', AT + 2 * DAY, 3_000, 'cb-2'))
      .emits('ChargebackWon', 'EscrowClockResumed');
  });
  test('are both covered by held money when lost one after the other [L-137]', () => {
    const one = given(two)
      .when(chargeback('lost', AT + DAY, 2_000))
      .emits(['OneChargebackPartlyLost', { ours: 0 }]);
    expect([holdsOf(one), one.inEscrow]).toEqual([['chargeback'], TOTAL - 2_000]);
    const both = given([...two, chargeback('lost', AT + DAY, 2_000)])
      .when(chargeback('lost', AT + 2 * DAY, 3_000, 'cb-2'))
      .emits('ChargebackPartlyLost', 'EscrowClockResumed');
    expect([both.inEscrow, both.platformLoss, holdsOf(both)]).toEqual([TOTAL - 5_000, 0, []]);
  });
  test('refund the rest if one is lost before shipment, whichever ends last', () => {
    const opened = s.MONDAY + HOUR;
    const unshipped = [...s.paid, chargeback('opened', opened, 1_000), chargeback('opened', opened, 2_000, 'cb-2')];
    const lost = chargeback('lost', opened + HOUR, 1_000);
    const won = chargeback('won', opened + HOUR, 2_000, 'cb-2');
    const rest = ['RefundRequested', { amount: TOTAL - 1_000 }] as const;
    given([...unshipped, lost])
      .when(won)
      .emits('ChargebackWon', [...rest]);
    given([...unshipped, won])
      .when(lost)
      .emits('ChargebackPartlyLost', [...rest]);
    given([...unshipped, lost])
      .when(end('won', opened + 2 * HOUR, 'They said so', 'cb-2'))
      .emits('ChargebackEndedByStaff', 'ChargebackWon', [...rest]);
    given([...unshipped, lost, command('PlaceStaffHold', s.staff, opened + HOUR, { reason: 'Looks odd' }), won])
      .when(command('LiftStaffHold', s.staff, opened + 2 * HOUR, { reason: 'All is well', seller: s.VERIFIED }))
      .emits('StaffHoldLifted', [...rest]);
  });
  test('let the seller ship for the full sum if a loss before shipment was returned', () => {
    const opened = s.MONDAY + HOUR;
    const back = [
      ...s.paid,
      chargeback('opened', opened, 1_000),
      chargeback('opened', opened, 2_000, 'cb-2'),
      chargeback('lost', opened + HOUR, 1_000),
      chargeback('won', opened + 2 * HOUR, 1_000),
    ];
    given(back)
      .when(chargeback('won', opened + 3 * HOUR, 2_000, 'cb-2'))
      .emits('ChargebackWon', 'ShipmentClockResumed');
  });
  test('leave a case for the second if the first takes everything', () => {
    const transaction = given(two)
      .when(chargeback('lost', AT + DAY, TOTAL))
      .emits('ChargebackLost');
    expect([transaction.status, openCases(transaction).map(({ kind }) => kind)]).toEqual(['REFUNDED', ['chargeback']]);
    const other = given([...two, chargeback('lost', AT + DAY, TOTAL)])
      .when(chargeback('lost', AT + 2 * DAY, 3_000, 'cb-2'))
      .emits('LateChargebackLost');
    expect(other.platformLoss).toBe(3_000);
  });
});

describe('a chargeback that is lost and partly won', () => {
  const [first, second] = [{ occurredAt: AT }, { occurredAt: AT + HOUR }];
  const said = (kind: 'opened' | 'won' | 'lost', amount: number, at: object) =>
    s.says({ kind: `chargeback.${kind}`, chargebackId: 'cb-1', amount, ...at }, AT + DAY);
  const [part, whole] = [said('won', 1_000, first), said('lost', 3_000, second)];
  test.each([
    ['the loss comes last', [part, whole]],
    ['the loss comes first', [whole, part]],
    ['the opening comes last', [part, said('opened', 3_000, first)]],
  ])('takes only the rest, also if %s', (_, words) => {
    const transaction = transactionAfter([...s.shipped, ...words]);
    expect([transaction.inEscrow, transaction.chargedBack]).toEqual([TOTAL - 2_000, 2_000]);
    expect(transaction.chargebacks['cb-1']).toMatchObject({ stands: 'lost', amount: 2_000, back: 1_000 });
  });
});

describe('a bank that changes its mind', () => {
  const lostAt = AT + DAY;
  const lost = [...s.shipped, chargeback('opened', AT), chargeback('lost', lostAt)];
  test('reopens the transaction for staff when it returns a lost sum', () => {
    const transaction = given(lost)
      .when(chargeback('won', lostAt + DAY))
      .emits(['ChargebackReversed', { amount: TOTAL }], 'StaffHoldPlaced');
    expect([transaction.status, transaction.inEscrow, transaction.chargedBack, holdsOf(transaction)]).toEqual([
      'ESCROW_COMPLETED',
      TOTAL,
      0,
      ['staff'],
    ]);
    const reopened = [...lost, chargeback('won', lostAt + DAY)];
    given(reopened)
      .when(s.lift(lostAt + 2 * DAY))
      .emits('StaffHoldLifted', ['EscrowReleased', { toSeller: SHARE, fee: FEE }], 'PayoutApproved');
    given(reopened)
      .when(s.decide(TOTAL, lostAt + 2 * DAY))
      .emits('DisputeDecided', 'StaffHoldLifted', ['RefundDeferred', { toBuyer: TOTAL }]);
  });
  test('refunds the buyer when it returns the money of an unshipped transaction', () => {
    const unshipped = [...s.paid, chargeback('opened', AT), chargeback('lost', lostAt)];
    const transaction = given(unshipped)
      .when(chargeback('won', lostAt + DAY))
      .emits('ChargebackReversed', ['RefundRequested', { amount: TOTAL, toSeller: 0 }]);
    expect([transaction.status, holdsOf(transaction)]).toEqual(['REFUND_BUYER', []]);
  });
  test('refunds an unshipped transaction only after another claim ends', () => {
    const held = [
      ...s.paid,
      chargeback('opened', AT, PART),
      chargeback('lost', lostAt, TOTAL, 'cb-2'),
      chargeback('won', lostAt + HOUR, TOTAL, 'cb-2'),
      chargeback('won', lostAt + 2 * HOUR, PART),
    ];
    given(held)
      .when(s.lift(lostAt + DAY))
      .emits('StaffHoldLifted', ['RefundRequested', { amount: TOTAL, toSeller: 0 }]);
  });
  test('leaves nothing for the seller of an unshipped transaction with a tried refund', () => {
    const OVER = 500;
    const cancelled = [...s.cancelledPaid, s.refundFails(s.MONDAY + 2 * HOUR)];
    const mismatched = [...s.pending, s.pay(s.MONDAY, TOTAL + OVER), s.refundFails(s.MONDAY + 2 * HOUR)];
    const late = [...s.expired, s.pay(s.MONDAY + HOUR), s.refundFails(s.MONDAY + 2 * HOUR)];
    for (const [all, refundable] of [
      [TOTAL, cancelled],
      [TOTAL + OVER, mismatched],
      [TOTAL, late],
    ] as const) {
      const reopened = [
        ...refundable,
        chargeback('opened', s.MONDAY + DAY, all),
        chargeback('lost', lostAt, all),
        chargeback('won', lostAt + DAY, all),
      ];
      const decidedAt = lostAt + 2 * DAY;
      for (const toBuyer of [0, PART, SHARE])
        given(reopened)
          .when(s.decide(toBuyer, decidedAt))
          .isRejected({ code: 'amountOutOfRange', least: all, most: all });
      given(reopened)
        .when(s.decide(all, decidedAt))
        .emits('DisputeDecided', 'StaffHoldLifted', ['RefundRequested', { amount: all, toSeller: 0, fee: 0 }]);
    }
  });
  test('restores the full sum when it returns a partial loss', () => {
    const part = [...s.shipped, chargeback('opened', AT, 2_000), chargeback('lost', lostAt, 2_000)];
    const inEscrow = given(part)
      .when(chargeback('won', lostAt + DAY, 2_000))
      .emits('ChargebackPartlyReversed');
    expect([inEscrow.inEscrow, inEscrow.chargedBack]).toEqual([TOTAL, 0]);
    const payable = [...part, s.receive(lostAt + HOUR)];
    expect(
      given(payable)
        .when(chargeback('won', lostAt + DAY, 2_000))
        .emits('ChargebackPartlyReversed').released,
    ).toMatchObject({ toSeller: SHARE, fee: FEE });
    // a partial reversal leaves the bank the other part
    const half = transactionAfter([...part, chargeback('won', lostAt + DAY, 500)]);
    expect(half.chargedBack).toBe(1_500);
    expect(half.chargebacks['cb-1']).toMatchObject({ amount: 1_500, stands: 'lost' });
  });
  test('repays our loss after the money left and opens a second case', () => {
    const at = s.RUN_AT + 3 * DAY;
    const paid = [...s.completed, chargeback('opened', at), chargeback('lost', at + DAY)];
    const transaction = given(paid)
      .when(chargeback('won', at + 2 * DAY))
      .emits('LateChargebackReversed');
    expect([transaction.status, transaction.platformLoss, openCases(transaction).map(({ kind }) => kind)]).toEqual([
      'COMPLETED',
      0,
      ['providerFact', 'chargebackReversed'],
    ]);
    given([...paid, chargeback('won', at + 2 * DAY)])
      .when(s.closeCase('chargebackReversed', at + 3 * DAY))
      .emits('CaseClosed');
  });
  test('takes the money when a won chargeback is lost later', () => {
    const won = [...s.shipped, chargeback('opened', AT), chargeback('won', lostAt)];
    const transaction = given(won)
      .when(chargeback('lost', lostAt + DAY))
      .emits('ChargebackOpened', 'ChargebackLost');
    expect([transaction.status, transaction.platformLoss]).toEqual(['REFUNDED', 0]);
    given([...won, chargeback('lost', lostAt + DAY)])
      .when(chargeback('won', lostAt + 2 * DAY))
      .emits('ChargebackReversed', 'StaffHoldPlaced');
  });
});

describe('money that returns during a chargeback', () => {
  test('is held for the bank when the payout fails [L-131]', () => {
    const paying = [...s.payingOut, chargeback('opened', s.RUN_AT + HOUR)];
    const transaction = given(paying)
      .when(s.payoutFails(s.RUN_AT + DAY))
      .emits('PayoutFailed', 'ChargebackOpened');
    expect(holdsOf(transaction)).toEqual(['chargeback']);
    expect(
      given([...paying, s.payoutFails(s.RUN_AT + DAY)])
        .when(chargeback('lost', s.RUN_AT + 2 * DAY))
        .emits('ChargebackLost').platformLoss,
    ).toBe(0);
  });
  test('covers what the bank took in the meantime', () => {
    const paying = [...s.payingOut, chargeback('lost', s.RUN_AT + HOUR)];
    const transaction = given(paying)
      .when(s.payoutFails(s.RUN_AT + DAY, 1, true))
      .emits('PayoutRefused', ['LossRecovered', { amount: TOTAL }]);
    expect([transaction.status, transaction.platformLoss, transaction.feeTaken]).toEqual(['REFUNDED', 0, 0]);
  });
});

describe('a chargeback without a decision of the bank', () => {
  const open = [...s.shipped, chargeback('opened', AT)];
  test('is ended by staff with a rationale, as the bank would end it', () => {
    given(open)
      .when(end('won', AT + DAY))
      .emits(['ChargebackEndedByStaff', { outcome: 'won', by: s.staff.id }], 'ChargebackWon', 'EscrowClockResumed');
    given(open)
      .when(end('lost', AT + DAY))
      .emits('ChargebackEndedByStaff', ['ChargebackLost', { amount: TOTAL }]);
    given([...s.completed, chargeback('opened', s.RUN_AT + 2 * DAY)])
      .when(end('won', s.RUN_AT + 3 * DAY))
      .emits('ChargebackEndedByStaff', 'LateChargebackWon');
    // the bank may still report another end
    given([...open, end('won', AT + DAY)])
      .when(chargeback('lost', AT + 2 * DAY))
      .emits('ChargebackOpened', 'ChargebackLost');
  });
  test('is not ended without a reason, under another id, or by anybody else', () => {
    given(open)
      .when(end('won', AT + DAY, ' '))
      .isRejected({ code: 'textRequired' });
    given(open)
      .when(end('won', AT + DAY, 'Yes', 'cb-9'))
      .isRejected({ code: 'chargebackNotOpen' });
    given(s.shipped)
      .when(end('won', AT + DAY))
      .isRejected({ code: 'notNow' });
    given(open)
      .when({ ...end('won', AT + DAY), by: s.seller })
      .isRejected({ code: 'notNow' });
  });
});

describe('a chargeback next to a reversed one', () => {
  const taken = [...s.paid, chargeback('opened', AT, PART), chargeback('lost', AT + HOUR, TOTAL, 'cb-2')];
  test('holds the returned money again [L-131]', () => {
    const transaction = given(taken)
      .when(chargeback('won', AT + DAY, TOTAL, 'cb-2'))
      .emits('ChargebackReversed', ['ChargebackOpened', { chargebackId: 'cb-1', amount: PART }], 'StaffHoldPlaced');
    expect(holdsOf(transaction)).toEqual(['chargeback', 'staff']);
  });
});

describe('a reopened transaction with an open claim when staff lift their hold', () => {
  const reopened = (history: readonly TransactionCommand[]) => [
    ...history,
    chargeback('opened', AT, PART, 'cb-2'),
    chargeback('lost', AT + 1),
    chargeback('won', AT + 2),
    s.lift(AT + 3),
  ];
  const ends = (kind: 'won' | 'lost', amount = PART) => chargeback(kind, AT + 4, amount, 'cb-2');

  test('waits for that claim', () => {
    expect(transactionAfter(reopened(s.shipped))).toMatchObject({
      status: 'ESCROW_COMPLETED',
      money: 'escrow',
      staff: 'none',
    });
  });
  test('pays the seller at once when the claim is won', () => {
    const transaction = given(reopened(s.shipped))
      .when(ends('won'))
      .emits('ChargebackWon', ['EscrowReleased', { by: 'staff', toSeller: SHARE, fee: FEE }], 'PayoutApproved');
    expect(transaction.status).toBe('READY_FOR_PAYOUT');
  });
  test('continues with the rest when the claim is lost in part, or staff say so', () => {
    given(reopened(s.shipped)).when(ends('lost')).emits('ChargebackPartlyLost', 'EscrowReleased', 'PayoutApproved');
    given(reopened(s.shipped))
      .when(
        s.command('EndChargeback', s.staff, AT + 4, {
          chargebackId: 'cb-2',
          outcome: 'won',
          rationale: 'The bank never said',
          seller: s.VERIFIED,
        }),
      )
      .emits('ChargebackEndedByStaff', 'ChargebackWon', 'EscrowReleased', 'PayoutApproved');
  });
  test('refunds the buyer if nothing was shipped', () => {
    given(reopened(s.paid))
      .when(ends('won'))
      .emits('ChargebackWon', ['RefundRequested', { amount: TOTAL, toSeller: 0 }]);
  });
  test('stays a case while the seller is suspended', () => {
    const won = { kind: 'chargeback.won', chargebackId: 'cb-2', amount: PART } as const;
    given(reopened(s.shipped))
      .when(s.says(won, AT + 4, s.SUSPENDED))
      .emits('ChargebackWon', 'EscrowReleased', ['EscalatedToStaff', { cause: 'sellerSuspended' }]);
  });
});

describe('a sum that a bank returns in several steps', () => {
  const lostAt = AT + DAY;
  const lost = [...s.released, chargeback('opened', AT, 3_000), chargeback('lost', lostAt, 3_000)];
  const first = chargeback('won', lostAt + DAY, 1_000);
  const second = chargeback('won', lostAt + 2 * DAY, 2_500);
  const payable = (history: TransactionCommand[]) => [
    transactionAfter(history).payable,
    transactionAfter(history).chargebacks['cb-1']?.amount,
  ];
  test('is reported as a total, and each step adds the difference', () => {
    given([...lost, first])
      .when(second)
      .emits(['ChargebackPartlyReversed', { amount: 1_500 }]);
    expect(payable([...lost, first, second])).toEqual([SHARE - 500, 500]);
    expect(payable([...lost, first, second, chargeback('won', lostAt + 3 * DAY, 3_000)])).toEqual([SHARE, 3_000]);
  });
  test('counts once if repeated or out of order', () => {
    given([...lost, first, second])
      .when(chargeback('won', lostAt + 3 * DAY, 2_500))
      .changesNothing();
    given([...lost, second])
      .when(first)
      .changesNothing();
    const before = [...s.released, first, second];
    given([...s.released, first])
      .when(second)
      .emits(['ProviderFactRecorded', { amount: 2_500 }]);
    const late = { kind: 'chargeback.lost', chargebackId: 'cb-1', amount: 3_000, occurredAt: lostAt } as const;
    expect(payable([...before, s.says(late, lostAt + 4 * DAY)])).toEqual([SHARE - 500, 500]);
    const between = [...s.released, first, s.says(late, lostAt + 4 * DAY)];
    expect(payable([...between, second])).toEqual([SHARE - 500, 500]);
  });
  test('starts again when the bank takes the money again', () => {
    const all = [
      ...lost,
      first,
      chargeback('won', lostAt + 3 * DAY, 3_000),
      chargeback('lost', lostAt + 4 * DAY, 3_000),
    ];
    expect(payable(all)).toEqual([SHARE - 3_000, 3_000]);
    expect(payable([...all, chargeback('won', lostAt + 5 * DAY, 1_000)])).toEqual([SHARE - 2_000, 2_000]);
  });
});
