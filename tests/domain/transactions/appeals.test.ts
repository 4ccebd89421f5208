import { describe, expect, test } from 'vitest';
import { addBusinessDays } from '#domain/shared/businessDays.ts';
import { fold } from '#domain/shared/decider.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { appealsOf, NO_APPEALS } from '#domain/transactions/appeals.ts';
import { openCases } from '#domain/transactions/cases.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { displayStatus, holdsOf } from '#domain/transactions/state.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { TERMS_VERSIONS } from '#domain/transactions/terms/versions.ts';
import { allowedCommands, armedDeadlines, type Sale, transactionAggregate } from '#domain/transactions/transaction.ts';
import { asRead } from '#tests/support/asReader.ts';
import * as s from './scenario.ts';
import { command, DISPUTED_AT, given, transactionAfter } from './scenario.ts';

const AT = DISPUTED_AT + 2 * DAY;
const UNTIL = addBusinessDays(AT, 5);
const PART = 6_000;

const appeal = (at: number, by = s.buyer, text = 'Look at the box') =>
  command('AppealDecision', by, at, { text, evidence: [] });
const decideAs = (by: typeof s.staff, toBuyer: number, at: number, standing = s.VERIFIED) =>
  ({ ...s.decide(toBuyer, at, standing), by }) as TransactionCommand;
const thirdStaff = { id: '8'.repeat(32), role: 'staff' } as const;

const released = [...s.underReview, s.decide(0, AT, s.NO_BANK)];
const deferred = [...s.underReview, s.decide(s.TOTAL, AT)];
const partly = [...s.underReview, s.decide(PART, AT)];
const appealsAfter = (history: readonly TransactionCommand[], now: number) => {
  const transaction = transactionAfter(history);
  return appealsOf(transaction, armedDeadlines(transaction), now);
};

describe('the appeal of a buyer whose money was released', () => {
  const appealed = [...released, appeal(AT + DAY)];
  test('revokes the release and opens a case for another member of staff', () => {
    const transaction = given(released)
      .when(appeal(UNTIL))
      .emits(['DecisionAppealed', { by: 'buyer' }], ['ReleaseRevoked', { toSeller: s.SHARE, fee: s.FEE }]);
    expect([
      transaction.status,
      transaction.money,
      transaction.dispute,
      openCases(transaction).map(({ kind }) => kind),
    ]).toEqual(['ESCROW_COMPLETED', 'escrow', 'under_review', ['appeal']]);
    // the money is held again, so the status shown is that of a dispute
    expect([displayStatus(transactionAfter(released)), displayStatus(transaction)]).toEqual([
      'ESCROW_COMPLETED',
      'IN_ESCROW_DISPUTED',
    ]);
    expect(allowedCommands(transaction, s.staff, UNTIL)).not.toContain('DecideDispute');
    expect(allowedCommands(transaction, s.secondStaff, UNTIL)).toContain('DecideDispute');
    given(appealed)
      .when(s.decide(s.TOTAL, AT + 2 * DAY))
      .isRejected({ code: 'ownDecision' });
    given(appealed)
      .when(decideAs(s.secondStaff, s.TOTAL, AT + 2 * DAY))
      .emits('DisputeDecided', ['RefundDeferred', { toBuyer: s.TOTAL }]);
  });
  test('is possible once, within 5 business days, while the money is held', () => {
    given(released)
      .when(appeal(UNTIL + 1))
      .isRejected({ code: 'notNow' });
    given(released)
      .when(appeal(AT + DAY, s.seller))
      .isRejected({ code: 'notNow' });
    given(released)
      .when(appeal(AT + DAY, s.buyer, ' '))
      .isRejected({ code: 'textRequired' });
    const again = [...appealed, decideAs(s.secondStaff, 0, AT + 2 * DAY, s.NO_BANK)];
    given(again)
      .when(appeal(AT + 3 * DAY))
      .isRejected({ code: 'notNow' });
    const run = transactionAfter([...s.underReview, s.decide(0, AT)]).payout.runAt ?? 0;
    given([...s.underReview, s.decide(0, AT), s.run(run)])
      .when(appeal(run))
      .isRejected({ code: 'notNow' });
  });
  test('against a partial refund covers the money still held', () => {
    const part = [...s.underReview, s.decide(4_000, AT, s.NO_BANK), s.refunded(AT + DAY, 4_000)].map((each) =>
      each.type === 'RecordProviderFact' ? { ...each, seller: s.NO_BANK } : each,
    );
    expect(transactionAfter(part).released).toMatchObject({ by: 'staff' });
    given(part)
      .when(appeal(AT + 2 * DAY))
      .emits('DecisionAppealed', 'ReleaseRevoked');
  });
  test('is refused to a buyer who got the whole claim', () => {
    const claimed = [...s.shipped, s.dispute(DISPUTED_AT, 4_000), s.contest()];
    const part = [...claimed, s.decide(4_000, AT), s.refunded(AT + DAY, 4_000)];
    given(part)
      .when(appeal(AT + 2 * DAY))
      .isRejected({ code: 'notNow' });
    const less = [...claimed, s.decide(3_999, AT), s.refunded(AT + DAY, 3_999)];
    given(less)
      .when(appeal(AT + 2 * DAY))
      .emits('DecisionAppealed', 'ReleaseRevoked');
  });
  test('ends with the payout run, if that is earlier than the term', () => {
    expect(appealsAfter(released, AT)).toEqual({ buyer: UNTIL, seller: null });
    const payable = [...s.underReview, s.decide(0, AT)];
    const { runAt } = transactionAfter(payable).payout;
    expect(runAt).toBeLessThan(UNTIL);
    expect(appealsAfter(payable, AT)).toEqual({ buyer: runAt, seller: null });
    expect(appealsAfter(released, UNTIL + 1)).toEqual(NO_APPEALS);
    expect(appealsAfter(s.underReview, AT)).toEqual(NO_APPEALS);
  });
});

describe('a decided refund above €50', () => {
  test('waits until the seller’s time to appeal is over, then is sent', () => {
    const transaction = given(s.underReview)
      .when(s.decide(s.TOTAL, AT))
      .emits('DisputeDecided', ['RefundDeferred', { toBuyer: s.TOTAL, until: UNTIL }]);
    expect([transaction.status, transaction.money, transaction.dispute, holdsOf(transaction)]).toEqual([
      'IN_ESCROW',
      'escrow',
      'deferred',
      ['refundDeferred'],
    ]);
    expect(displayStatus(transaction)).toBe('IN_ESCROW_DISPUTED');
    expect(armedDeadlines(transaction)[0]).toEqual({ kind: 'decidedRefund', dueAt: UNTIL });
    expect(openCases(transaction)).toEqual([]);
    given(deferred)
      .when(s.fires('decidedRefund', UNTIL, {}, UNTIL - 1))
      .changesNothing();
    const refunding = given(deferred)
      .when(s.appealOver(AT))
      .emits(['RefundRequested', { amount: s.TOTAL, toSeller: 0, fee: 0 }]);
    expect([refunding.status, refunding.dispute, refunding.deferred]).toEqual(['REFUND_BUYER', 'decided', null]);
    given([...deferred, s.appealOver(AT)])
      .when(s.appealOver(AT))
      .changesNothing();
  });
  test('stops everything else meanwhile', () => {
    const transaction = transactionAfter(deferred);
    expect(allowedCommands(transaction, s.buyer, AT + DAY)).toEqual([]);
    expect(allowedCommands(transaction, s.seller, AT + DAY)).toEqual(['AppealDecision']);
    expect(allowedCommands(transaction, s.staff, AT + DAY)).toEqual(['BookDifference', 'PlaceStaffHold']);
    expect(s.armedKinds(transaction)).toEqual(['decidedRefund', 'escalation']);
  });
  test('is sent at once up to €50, and for an item that was never shipped', () => {
    const limit = CURRENT_TERMS.refundWaitsAbove ?? 0;
    expect(limit).toBe(5_000);
    given(s.underReview).when(s.decide(limit, AT)).emits('DisputeDecided', 'RefundRequested');
    given(s.underReview)
      .when(s.decide(limit + 1, AT))
      .emits('DisputeDecided', 'RefundDeferred');
    given([...s.paid, s.hold(s.MONDAY + HOUR)])
      .when(s.decide(s.TOTAL, s.MONDAY + 2 * HOUR))
      .emits('DisputeDecided', 'StaffHoldLifted', 'RefundRequested');
  });
  test('does not wait under the terms of earlier transactions', () => {
    for (const { version, refundWaitsAbove } of TERMS_VERSIONS) {
      const events = s
        .historyOf(s.underReview)
        .map(
          (event) =>
            (event.type === 'TransactionCreated'
              ? { ...event, data: { ...event.data, policyVersion: version } }
              : event) as TransactionEvent,
        );
      const transaction = fold(transactionAggregate, events);
      const decision = transactionAggregate.decide(asRead(s.decide(s.TOTAL, AT), transaction), transaction);
      const types = decision.ok ? decision.value.map(({ type }) => type) : [];
      expect(types, version).toContain(refundWaitsAbove === undefined ? 'RefundRequested' : 'RefundDeferred');
    }
  });
  test('waits above €500 as well, once a colleague has confirmed it', () => {
    const confirmedAt = DISPUTED_AT + 3 * DAY;
    const confirmed = [...s.dearUnderReview, s.decide(s.DEAR_TOTAL), s.confirm(confirmedAt)];
    expect(transactionAfter(confirmed).deferred).toEqual({
      due: s.DEAR_TOTAL,
      until: addBusinessDays(confirmedAt, 5),
      chargedBack: 0,
    });
  });
});

describe('the appeal of a seller', () => {
  const appealed = [...deferred, appeal(UNTIL, s.seller)];
  test('stops the refund and opens a case for another member of staff', () => {
    const transaction = given(deferred)
      .when(appeal(UNTIL, s.seller))
      .emits(['DecisionAppealed', { by: 'seller', decideBy: addBusinessDays(UNTIL, 5) }]);
    expect([transaction.status, transaction.money, transaction.dispute, transaction.deferred]).toEqual([
      'IN_ESCROW',
      'escrow',
      'under_review',
      null,
    ]);
    expect(openCases(transaction).map(({ kind }) => kind)).toEqual(['appeal']);
    given(appealed).when(s.appealOver(AT)).changesNothing();
    given(appealed)
      .when(s.decide(0, UNTIL + HOUR))
      .isRejected({ code: 'ownDecision' });
    given(appealed)
      .when(decideAs(s.secondStaff, 0, UNTIL + HOUR))
      .emits('DisputeDecided', 'EscrowReleased', 'PayoutApproved');
  });
  test('is possible once, so the next refund is sent at once', () => {
    given(deferred)
      .when(appeal(UNTIL + 1, s.seller))
      .isRejected({ code: 'notNow' });
    given(deferred)
      .when(appeal(AT + DAY, s.buyer))
      .isRejected({ code: 'notNow' });
    given(deferred)
      .when(appeal(AT + DAY, s.stranger))
      .isRejected({ code: 'notYourTransaction' });
    given([...deferred, s.appealOver(AT)])
      .when(appeal(UNTIL, s.seller))
      .isRejected({ code: 'notNow' });
    given(appealed)
      .when(decideAs(s.secondStaff, s.TOTAL, UNTIL + HOUR))
      .emits('DisputeDecided', 'RefundRequested');
  });
  test('is theirs also if they lose the decision upon the buyer’s appeal; a third member of staff decides it', () => {
    const lost = [...released, appeal(AT + DAY), decideAs(s.secondStaff, s.TOTAL, AT + 2 * DAY)];
    const again = [...lost, appeal(AT + 3 * DAY, s.seller)];
    for (const by of [s.staff, s.secondStaff])
      given(again)
        .when(decideAs(by, 0, AT + 4 * DAY))
        .isRejected({ code: 'ownDecision' });
    const last = decideAs(thirdStaff, 0, AT + 4 * DAY, s.NO_BANK);
    given(again).when(last).emits('DisputeDecided', 'EscrowReleased');
    expect(appealsAfter([...again, last], AT + 4 * DAY)).toEqual(NO_APPEALS);
  });
  test('ends a decision that was proposed meanwhile', () => {
    const dear = [...s.dearUnderReview, s.decide(s.DEAR_TOTAL), s.confirm()];
    const proposed = [...dear, s.hold(AT + 2 * DAY), s.decide(s.DEAR_TOTAL, AT + 2 * DAY)];
    expect(transactionAfter(proposed).proposal).toBe('pending');
    const transaction = given(proposed)
      .when(appeal(AT + 3 * DAY, s.seller))
      .emits('DecisionAppealed');
    expect([transaction.proposal, transaction.proposed]).toEqual(['none', null]);
  });
});

describe('a partial refund above €50', () => {
  test('can be appealed by both, each once, while it waits', () => {
    expect(appealsAfter(partly, AT)).toEqual({ buyer: UNTIL, seller: UNTIL });
    for (const by of [s.buyer, s.seller]) {
      const appealed = [...partly, appeal(AT + DAY, by)];
      given(partly)
        .when(appeal(AT + DAY, by))
        .emits(['DecisionAppealed', { by: by === s.buyer ? 'buyer' : 'seller' }]);
      expect(appealsAfter(appealed, AT + DAY)).toEqual(NO_APPEALS);
      const other = by === s.buyer ? s.seller : s.buyer;
      given(appealed)
        .when(appeal(AT + 2 * DAY, other))
        .isRejected({ code: 'notNow' });
      const decided = [...appealed, decideAs(s.secondStaff, PART, AT + 2 * DAY)];
      given(decided)
        .when(appeal(AT + 3 * DAY, by))
        .isRejected({ code: 'notNow' });
    }
  });
});

describe('while a decided refund waits', () => {
  const opened = [...partly, s.chargeback('opened', AT + HOUR, 2_000)];
  const sent = (history: readonly TransactionCommand[]) =>
    given(history).when(s.fires('decidedRefund', UNTIL, {}, UNTIL + DAY));

  test('a chargeback stops it, and its end lets it go', () => {
    expect(s.armedKinds(transactionAfter(opened))).not.toContain('decidedRefund');
    sent(opened).changesNothing();
    sent([...opened, s.chargeback('won', UNTIL + HOUR, 2_000)]).emits(['RefundRequested', { amount: PART }]);
  });
  test('the bank’s part counts as refunded', () => {
    const lost = [...opened, s.chargeback('lost', AT + DAY, 2_000)];
    const transaction = sent(lost).emits(['RefundRequested', { amount: PART - 2_000, toSeller: s.SHARE - PART }]);
    expect(transaction.chargedBack + transaction.refundInTransit).toBe(PART);
    // the bank gives it back: the buyer still gets what was decided
    const returned = given([...lost, s.fires('decidedRefund', UNTIL, {}, UNTIL + DAY)])
      .when(s.chargeback('won', UNTIL + 2 * DAY, 2_000))
      .emits(['LateChargebackReversed', { amount: 2_000, owed: 2_000 }]);
    expect(returned.duplicates['payment-1']?.amount).toBe(2_000);
    const all = [...partly, s.chargeback('opened', AT + HOUR, 7_000), s.chargeback('lost', AT + DAY, 7_000)];
    sent(all).emits(['EscrowReleased', { by: 'staff', toSeller: s.SHARE - 7_000, fee: s.FEE }], 'PayoutApproved');
  });
  test('a chargeback of the whole ends it', () => {
    const lost = transactionAfter([...deferred, s.chargeback('opened', AT + HOUR), s.chargeback('lost', AT + DAY)]);
    expect([lost.status, lost.dispute, lost.deferred, holdsOf(lost)]).toEqual(['REFUNDED', 'decided', null, []]);
  });
  test('a staff hold stops it, and staff may decide again', () => {
    const held = [...deferred, s.hold(AT + DAY)];
    sent(held).changesNothing();
    sent([...held, s.lift(AT + 2 * DAY)]).emits(['RefundRequested', { amount: s.TOTAL }]);
    given(held)
      .when(s.decide(0, AT + 2 * DAY))
      .emits('DisputeDecided', 'StaffHoldLifted', 'EscrowReleased', 'PayoutApproved');
  });
  test('a return that comes back refunds everything; one that is rejected changes nothing', () => {
    const sentBack = [...s.shipped, s.requestReturn(), s.approveReturn(), s.shipReturn()];
    const waiting = [...sentBack, s.hold(AT - HOUR), s.decide(PART, AT)];
    const [receivedAt, rejected] = [AT + DAY, { text: 'Another knight', evidence: ['photo-1'] }];
    given(waiting)
      .when(command('ConfirmReturnReceived', s.seller, receivedAt))
      .emits('ReturnReceived', ['RefundRequested', { amount: s.TOTAL }]);
    expect(s.armedKinds(transactionAfter(waiting))).not.toContain('returnInspection');
    given(waiting)
      .when(command('RejectReturn', s.seller, receivedAt, rejected))
      .emits('ReturnRejected');
    sent([...waiting, command('RejectReturn', s.seller, receivedAt, rejected)]).emits('RefundRequested');
  });
  test('the end of a pause opens no dispute', () => {
    const paused = [...s.paused, s.hold(s.PAUSED_AT + HOUR), s.decide(s.TOTAL, s.PAUSED_AT + 2 * HOUR)];
    const transaction: Sale = transactionAfter(paused);
    const limit = transaction.pauseLimitAt ?? 0;
    given(paused).when(s.fires('pauseLimit', limit)).emits('PauseExpired');
  });
});
