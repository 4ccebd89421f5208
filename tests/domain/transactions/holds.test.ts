import { describe, expect, test } from 'vitest';
import { addBusinessDays } from '#domain/shared/businessDays.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { openCases } from '#domain/transactions/cases.ts';
import { holdsOf } from '#domain/transactions/state.ts';
import * as s from './scenario.ts';
import {
  chargeback,
  command,
  decide,
  given,
  hold,
  lift,
  MONDAY,
  RUN_AT,
  SHARE,
  SHIPPED_AT,
  ship,
  TOTAL,
} from './scenario.ts';

const HOURS_74 = 74 * HOUR;
const cancel = (at: number) => command('Cancel', s.seller, at, { reason: 'SHIPPING_ISSUES', otherReason: null });
const AT = SHIPPED_AT + DAY;

describe('a chargeback', () => {
  test('before shipment stops shipment, cancellation and the seller’s deadline [L-131]', () => {
    const history = [...s.paid, chargeback('opened', MONDAY + HOUR)];
    const transaction = s.transactionAfter(history);
    expect([transaction.status, holdsOf(transaction), s.armedKinds(transaction)]).toEqual([
      'AWAIT_SHIPPING',
      ['chargeback'],
      ['escalation'],
    ]);
    given(history).when(ship()).isRejected({ code: 'notNow' });
    given(history)
      .when(cancel(MONDAY + 2 * HOUR))
      .isRejected({ code: 'notNow' });
    given(history)
      .when(s.fires('shipment', MONDAY + 96 * HOUR))
      .changesNothing();
  });
  test('won before shipment gives the seller the full time again [L-132]', () => {
    const at = MONDAY + 5 * DAY;
    const transaction = given([...s.paid, chargeback('opened', MONDAY + HOUR)])
      .when(chargeback('won', at))
      .emits('ChargebackWon', ['ShipmentClockResumed', { shipBy: at + 96 * HOUR }]);
    expect(s.dueAt(transaction, 'shipment')).toBe(at + 96 * HOUR);
  });
  test('in escrow freezes the clock, which resumes when it is won [L-131] [L-132] [L-032]', () => {
    const opened = [...s.shipped, chargeback('opened', AT)];
    given(s.shipped)
      .when(chargeback('opened', AT))
      .emits(['ChargebackOpened', { remaining: 11 * DAY }]);
    given(opened)
      .when(chargeback('won', AT + 2 * DAY))
      .emits('ChargebackWon', ['EscrowClockResumed', { escrowEndsAt: AT + 13 * DAY }]);
    given(opened)
      .when(s.receive(AT + DAY))
      .emits('DeliveryConfirmed', 'EscrowReleased');
    given([...opened, s.dispute(AT + 1)])
      .when(command('AcceptClaim', s.seller, AT + 2, { seller: s.VERIFIED }))
      .isRejected({ code: 'notNow' });
  });
  test.each([
    ['AWAIT_SHIPPING', s.paid],
    ['IN_ESCROW', s.shipped],
    ['ESCROW_COMPLETED', s.waitingForBank],
    ['READY_FOR_PAYOUT', s.released],
    ['IN_ESCROW', s.disputed],
  ] as const)('lost in %s ends in REFUNDED without a payout [L-131] [L-132]', (status, history) => {
    const at = s.ESCROW_END + DAY;
    expect(given(history).when(chargeback('opened', at)).emits('ChargebackOpened').status).toBe(status);
    const opened = [...history, chargeback('opened', at)];
    given(opened)
      .when(s.run(RUN_AT + DAY))
      .changesNothing();
    const transaction = given(opened)
      .when(chargeback('lost', at + DAY))
      .emits('ChargebackLost');
    expect([
      transaction.status,
      transaction.chargedBack,
      transaction.feeTaken,
      transaction.platformLoss,
      s.armedKinds(transaction),
      holdsOf(transaction),
    ]).toEqual(['REFUNDED', TOTAL, 0, 0, [], []]);
  });
  test('for more than the held money costs the marketplace the difference [L-137]', () => {
    const partly = [...s.underReview, decide(4_000), s.refunded(AT + 9 * DAY, 4_000)];
    const transaction = given([...partly, chargeback('opened', AT + 10 * DAY)])
      .when(chargeback('lost', AT + 11 * DAY))
      .emits('ChargebackLost');
    expect([transaction.platformLoss, transaction.status]).toEqual([4_000, 'REFUNDED']);
  });
  test('lost in part reduces the transaction, or refunds the rest before shipment', () => {
    const inEscrow = given([...s.shipped, chargeback('opened', AT, 2_000)])
      .when(chargeback('lost', AT + DAY, 2_000))
      .emits('ChargebackPartlyLost', 'EscrowClockResumed');
    expect([inEscrow.status, holdsOf(inEscrow)]).toEqual(['IN_ESCROW', []]);
    given([...s.shipped, chargeback('opened', AT, 2_000), chargeback('lost', AT + DAY, 2_000)])
      .when(s.receive(AT + 2 * DAY))
      .emits('DeliveryConfirmed', ['EscrowReleased', { toSeller: SHARE - 2_000, fee: s.FEE }], 'PayoutApproved');
    given([...s.paid, chargeback('opened', MONDAY, 2_000)])
      .when(chargeback('lost', MONDAY + DAY, 2_000))
      .emits('ChargebackPartlyLost', ['RefundRequested', { amount: TOTAL - 2_000 }]);
    const approved = [
      ...s.released,
      chargeback('opened', s.ESCROW_END, 2_000),
      chargeback('lost', s.ESCROW_END, 2_000),
    ];
    given(approved)
      .when(s.run(RUN_AT))
      .emits(['PayoutInitiated', { amount: SHARE - 2_000 }]);
  });
  test.each([
    ['PAYOUT_INITIATED', s.payingOut],
    ['COMPLETED', s.completed],
    ['REFUND_BUYER', s.cancelledPaid],
  ] as const)('in %s holds no money: it opens a case, and losing it is our loss [L-133] [L-137]', (status, history) => {
    const at = RUN_AT + 2 * DAY;
    expect(given(history).when(chargeback('opened', at)).emits('LateChargebackOpened').status).toBe(status);
    const opened = [...history, chargeback('opened', at)];
    expect(given(opened).when(chargeback('won', at)).emits('LateChargebackWon').status).toBe(status);
    const lost = given(opened)
      .when(chargeback('lost', at))
      .emits(['LateChargebackLost', { amount: TOTAL }]);
    expect([lost.status, lost.platformLoss]).toEqual([status, TOTAL]);
    given(history).when(chargeback('lost', at)).emits('LateChargebackOpened', 'LateChargebackLost');
  });
  test.each([
    ['PAYOUT_INITIATED', s.payingOut],
    ['COMPLETED', s.completed],
    ['REFUND_BUYER', s.cancelledPaid],
  ] as const)('lost in %s without being opened first is a case that staff can close [L-133]', (_, history) => {
    const at = RUN_AT + 2 * DAY;
    const lost = [...history, chargeback('lost', at)];
    const kinds = (commands: typeof lost) => openCases(s.transactionAfter(commands)).map(({ kind }) => kind);
    expect(kinds(lost)).toEqual(['providerFact']);
    const close = s.closeCase('providerFact', at + DAY);
    given(lost).when(close).emits('CaseClosed');
    expect(kinds([...lost, close])).toEqual([]);
  });
  test('counts once when repeated or reported out of order [L-038]', () => {
    given([...s.shipped, chargeback('opened', AT)])
      .when(chargeback('opened', AT))
      .changesNothing();
    given(s.shipped).when(chargeback('lost', AT)).emits('ChargebackOpened', 'ChargebackLost');
    given([...s.shipped, chargeback('lost', AT)])
      .when(chargeback('lost', AT))
      .changesNothing();
    given([...s.shipped, chargeback('lost', AT)])
      .when(chargeback('opened', AT))
      .changesNothing();
    given(s.shipped).when(chargeback('won', AT)).emits('ProviderFactRecorded');
    // its opening is reported after its end and must not hold the money forever
    for (const history of [s.paid, s.shipped])
      given([...history, chargeback('won', AT)])
        .when(chargeback('opened', AT))
        .changesNothing();
    given(s.pending).when(chargeback('won', AT)).emits('ProviderFactRecorded');
  });
  test('that is still open when a payout fails stops the next payout', () => {
    const history = [...s.payingOut, chargeback('opened', RUN_AT)];
    given(history)
      .when(s.payoutFails(RUN_AT + DAY))
      .emits('PayoutFailed', 'ChargebackOpened');
  });
});

describe('a staff hold', () => {
  test('is placed and lifted with a reason wherever captured money is [L-034] [L-030]', () => {
    for (const history of [s.paid, s.shipped, s.cancelledPaid, s.waitingForBank, s.released, s.payingOut]) {
      const transaction = given(history)
        .when(hold(RUN_AT))
        .emits(['StaffHoldPlaced', { reason: 'Looks like fraud', by: s.staff.id }]);
      expect(transaction.status).toBe(s.transactionAfter(history).status);
      expect(holdsOf(transaction)).toEqual(['staff']);
    }
    for (const history of [s.bought, s.pending, s.expired, s.completed])
      given(history).when(hold(RUN_AT)).isRejected({ code: 'notNow' });
    given(s.shipped)
      .when({ ...hold(AT), reason: '' } as ReturnType<typeof hold>)
      .isRejected({ code: 'textRequired' });
    given(s.shipped)
      .when({ ...hold(AT), by: s.buyer })
      .isRejected({ code: 'notNow' });
    given(s.shipped)
      .when({ ...hold(AT), by: s.auditor })
      .isRejected({ code: 'notYourTransaction' });
    given(s.shipped).when(lift(AT)).isRejected({ code: 'notNow' });
  });
  test('freezes the escrow clock, which resumes when it is lifted [L-031] [L-032] [L-034]', () => {
    const at = s.ESCROW_END - HOUR;
    given([...s.shipped, hold(at)])
      .when(lift(at + DAY))
      .emits('StaffHoldLifted', ['EscrowClockResumed', { escrowEndsAt: at + DAY + HOURS_74 }]);
    given([...s.paused, hold(at)])
      .when(lift(at + DAY))
      .emits('StaffHoldLifted');
  });
  test('stops shipment and its deadline [L-034]', () => {
    const held = [...s.paid, hold(MONDAY)];
    given(held).when(ship()).isRejected({ code: 'notNow' });
    given(held)
      .when(s.fires('shipment', MONDAY + 96 * HOUR))
      .changesNothing();
    given(held)
      .when(lift(MONDAY + 9 * DAY))
      .emits('StaffHoldLifted', 'ShipmentClockResumed');
  });
  test.each([
    ['IN_ESCROW', s.shipped, 'RefundDeferred'],
    ['AWAIT_SHIPPING', s.paid, 'RefundRequested'],
  ] as const)('lets staff decide in %s and ends with the decision [L-100]', (_, history, refund) => {
    given([...history, hold(AT)])
      .when(decide(TOTAL))
      .emits('DisputeDecided', 'StaffHoldLifted', refund);
    given([...history, hold(AT)])
      .when(decide(0))
      .emits('DisputeDecided', 'StaffHoldLifted', 'EscrowReleased', 'PayoutApproved');
  });
  test('lets staff decide on money that was already released', () => {
    const at = s.ESCROW_END + DAY;
    given([...s.released, hold(at)])
      .when(decide(4_000, at))
      .emits(['ReleaseRevoked', { toSeller: SHARE, fee: s.FEE }], 'DisputeDecided', 'StaffHoldLifted', [
        'RefundRequested',
        { amount: 4_000, toSeller: SHARE - 4_000 },
      ]);
  });
});

describe('75 days after capture', () => {
  const due = MONDAY + 75 * DAY;
  test.each([
    ['AWAIT_SHIPPING', [...s.paid, chargeback('opened', MONDAY)]],
    ['IN_ESCROW', s.underReview],
    ['ESCROW_COMPLETED', s.waitingForBank],
    ['REFUND_BUYER', s.cancelledPaid],
    ['PAYOUT_INITIATED', s.payingOut],
  ] as const)('money held in %s is escalated and put on hold [L-134] [L-077]', (status, history) => {
    expect(s.dueAt(s.transactionAfter(history), 'escalation')).toBe(due);
    const transaction = given(history)
      .when(s.fires('escalation', due))
      .emits(['EscalatedToStaff', { cause: 'heldTooLong' }], 'StaffHoldPlaced');
    expect([transaction.status, s.armedKinds(transaction).includes('escalation')]).toEqual([status, false]);
    given([...history, s.fires('escalation', due)])
      .when(s.fires('escalation', due))
      .changesNothing();
  });
  test('nothing is escalated early or after the money has left [L-134]', () => {
    given(s.completed).when(s.fires('escalation', due)).changesNothing();
    given([...s.cancelledPaid, s.refunded(MONDAY + DAY)])
      .when(s.fires('escalation', due))
      .changesNothing();
    given(s.shipped)
      .when(s.fires('escalation', due, {}, due - 1))
      .changesNothing();
  });
});

describe('money released from an escalation hold', () => {
  const due = MONDAY + 75 * DAY;
  const again = addBusinessDays(due + DAY, 5);
  test.each([
    ['IN_ESCROW', s.underReview],
    ['ESCROW_COMPLETED', s.waitingForBank],
  ] as const)('in %s is escalated again after 5 business days, each time [L-134]', (_, history) => {
    const lifted = [...history, s.fires('escalation', due), lift(due + DAY, s.NO_BANK)];
    const transaction = s.transactionAfter(lifted);
    expect(s.dueAt(transaction, 'escalation')).toBe(again);
    given(lifted)
      .when(s.fires('escalation', again))
      .emits(['EscalatedToStaff', { cause: 'heldTooLong' }], 'StaffHoldPlaced');
    const twice = s.transactionAfter([...lifted, s.fires('escalation', again), lift(again + DAY, s.NO_BANK)]);
    expect(s.dueAt(twice, 'escalation')).toBe(addBusinessDays(again + DAY, 5));
  });
  test('keeps its escalation day when lifted early, and gets a new one after a decision', () => {
    expect(s.dueAt(s.transactionAfter([...s.shipped, hold(AT), lift(AT + DAY)]), 'escalation')).toBe(due);
    const decided = [...s.shipped, hold(AT), s.fires('escalation', due), decide(TOTAL, due + DAY)];
    expect(s.dueAt(s.transactionAfter(decided), 'escalation')).toBe(again);
  });
});

describe('a suspended buyer', () => {
  const ends = (buyerSuspended: boolean) => s.fires('escrowEnd', s.ESCROW_END, { buyerSuspended });

  test('gets a staff hold at the end of escrow that does not mention the account', () => {
    const held = given(s.shipped)
      .when(ends(true))
      .emits(['StaffHoldPlaced', { by: 'system', remaining: 0, reason: 'looked at before the money is released' }]);
    expect([held.status, held.money, holdsOf(held)]).toEqual(['IN_ESCROW', 'escrow', ['staff']]);
    expect(openCases(held).map(({ kind }) => kind)).toEqual(['staffHold']);
    given([...s.shipped, ends(true)])
      .when(ends(true))
      .changesNothing();
    given(s.shipped).when(ends(false)).emits('EscrowReleased', 'PayoutApproved');
  });

  test('has 74 hours once staff lift the hold, and another hold if still suspended', () => {
    const at = s.ESCROW_END + 5 * DAY;
    const lifted = [...s.shipped, ends(true), lift(at)];
    const transaction = given([...s.shipped, ends(true)])
      .when(lift(at))
      .emits('StaffHoldLifted', ['EscrowClockResumed', { escrowEndsAt: at + HOURS_74 }]);
    expect(s.dueAt(transaction, 'escrowEnd')).toBe(at + HOURS_74);
    given(lifted)
      .when(s.fires('escrowEnd', at + HOURS_74, { buyerSuspended: true }))
      .emits('StaffHoldPlaced');
    given(lifted)
      .when(s.fires('escrowEnd', at + HOURS_74, { buyerSuspended: false }))
      .emits('EscrowReleased', 'PayoutApproved');
  });

  test('may receive the money by a staff decision', () =>
    given([...s.shipped, ends(true)])
      .when(decide(TOTAL, s.ESCROW_END + DAY))
      .emits('DisputeDecided', 'StaffHoldLifted', 'RefundDeferred'));
});
