import { describe, expect, test } from 'vitest';
import { addBusinessDays } from '#domain/shared/businessDays.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { openCases } from '#domain/transactions/cases.ts';
import * as s from './scenario.ts';
import { cancelledPaid, command, decide, given, MONDAY, refunded, SHARE, TOTAL } from './scenario.ts';

const ASKED_AT = MONDAY + HOUR;
const refundId = `${s.TRANSACTION_ID}r1`;
const fails = (at: number) => s.says({ kind: 'refund.failed', refundId, reason: 'card closed' }, at);
const partial = [...s.underReview, decide(4_000)];

describe('a refund', () => {
  test('in full ends the transaction [L-114] [D2-167]', () => {
    const transaction = given(cancelledPaid)
      .when(refunded(ASKED_AT + DAY))
      .emits(['RefundCompleted', { amount: TOTAL }]);
    expect([transaction.status, transaction.refunded, s.armedKinds(transaction)]).toEqual(['REFUNDED', TOTAL, []]);
  });
  test('that the bank returns after arrival opens a case if the provider dates it later', () => {
    const done = [...cancelledPaid, refunded(ASKED_AT + DAY)];
    const transaction = given(done)
      .when(fails(ASKED_AT + 9 * DAY))
      .emits(['RefundCameBack', { amount: TOTAL }]);
    expect(openCases(transaction).map(({ kind }) => kind)).toEqual(['refundFailed']);
    const old = { kind: 'refund.failed', refundId, reason: 'card closed', occurredAt: ASKED_AT } as const;
    const asBefore = given(done)
      .when(s.says(old, ASKED_AT + 9 * DAY))
      .emits(['ProviderFactRecorded', { amount: null }]);
    expect(openCases(asBefore)).toEqual([]);
  });
  test('in part releases the rest to the seller in the same append [L-104] [L-114] [L-118] [L-119]', () => {
    const transaction = given(partial)
      .when(refunded(MONDAY + 20 * DAY, 4_000))
      .emits(
        ['PartialRefundCompleted', { amount: 4_000 }],
        ['EscrowReleased', { toSeller: SHARE - 4_000, fee: s.FEE, by: 'staff' }],
        ['PayoutApproved', { amount: SHARE - 4_000 }],
      );
    expect(transaction.status).toBe('READY_FOR_PAYOUT');
    const withoutBank = s.says({ kind: 'refund.done', refundId, amount: 4_000 }, MONDAY + 20 * DAY, s.NO_BANK);
    expect(given(partial).when(withoutBank).emits('PartialRefundCompleted', 'EscrowReleased').status).toBe(
      'ESCROW_COMPLETED',
    );
  });
  test('of the seller’s whole share keeps the fee and ends the transaction', () => {
    const transaction = given([...s.underReview, decide(SHARE), s.appealOver()])
      .when(refunded(MONDAY + 20 * DAY, SHARE))
      .emits('RefundCompleted');
    expect([transaction.status, transaction.feeTaken]).toEqual(['REFUNDED', s.FEE]);
  });
  test('becomes a staff case at once when the provider is silent for 7 business days [L-115] [D2-391]', () => {
    const due = addBusinessDays(ASKED_AT, 7);
    expect(s.dueAt(s.transactionAfter(cancelledPaid), 'refundWatch')).toBe(due);
    const transaction = given(cancelledPaid)
      .when(s.fires('refundWatch', due))
      .emits(['EscalatedToStaff', { cause: 'refundSilent' }]);
    expect([transaction.status, s.armedKinds(transaction)]).toEqual(['REFUND_BUYER', ['escalation']]);
    expect(openCases(transaction)).toEqual([{ kind: 'refundSilent', since: due, dueAt: addBusinessDays(due, 2) }]);
    given([...cancelledPaid, s.fires('refundWatch', due)])
      .when(s.fires('refundWatch', due))
      .changesNothing();
    given(cancelledPaid)
      .when(s.fires('refundWatch', due, {}, due - 1))
      .changesNothing();
  });
  test('closes its case when it arrives after the silence, in full or in part', () => {
    const due = addBusinessDays(ASKED_AT, 7);
    const silent = [...cancelledPaid, s.fires('refundWatch', due)];
    const transaction = given(silent)
      .when(refunded(due + DAY))
      .emits('RefundCompleted');
    expect([transaction.status, transaction.refunded, openCases(transaction)]).toEqual(['REFUNDED', TOTAL, []]);
    expect(s.booksAfter([...silent, refunded(due + DAY)])).toEqual({});
    const half = given([...partial, s.fires('refundWatch', s.dueAt(s.transactionAfter(partial), 'refundWatch') ?? 0)])
      .when(refunded(MONDAY + 40 * DAY, 4_000))
      .emits('PartialRefundCompleted', 'EscrowReleased', 'PayoutApproved');
    expect(openCases(half)).toEqual([]);
  });
  test('closes its case when it fails after the silence, and is retried with a new watch', () => {
    const due = addBusinessDays(ASKED_AT, 7);
    const failed = [...cancelledPaid, s.fires('refundWatch', due), fails(due + DAY)];
    const transaction = given(failed.slice(0, -1))
      .when(fails(due + DAY))
      .emits(['RefundFailed', { attempt: 1, retryAt: due + DAY + HOUR }]);
    expect([openCases(transaction), s.armedKinds(transaction)]).toEqual([[], ['refundRetry', 'escalation']]);
    const again = given(failed)
      .when(s.fires('refundRetry', due + DAY + HOUR))
      .emits(['RefundRetried', { attempt: 2 }]);
    const second = addBusinessDays(due + DAY + HOUR, 7);
    expect(s.dueAt(again, 'refundWatch')).toBe(second);
    const silentAgain = given([...failed, s.fires('refundRetry', due + DAY + HOUR)])
      .when(s.fires('refundWatch', second))
      .emits(['EscalatedToStaff', { cause: 'refundSilent' }]);
    expect(openCases(silentAgain)).toMatchObject([{ kind: 'refundSilent', since: second }]);
  });
  test('is not sent again while the provider is silent, because it may be on its way', () => {
    const due = addBusinessDays(ASKED_AT, 7);
    given([...cancelledPaid, s.fires('refundWatch', due)])
      .when(command('RetryRefund', s.staff, due + DAY))
      .isRejected({ code: 'notNow' });
  });
  test('is retried after 1 h, 1 d and 3 d under one id, then escalated [L-116]', () => {
    let history = [...cancelledPaid];
    let at = ASKED_AT;
    for (const [place, wait] of [HOUR, DAY, 3 * DAY].entries()) {
      const transaction = given(history)
        .when(fails(at))
        .emits(['RefundFailed', { attempt: place + 1, retryAt: at + wait }]);
      expect([transaction.status, s.armedKinds(transaction)]).toEqual(['REFUND_BUYER', ['refundRetry', 'escalation']]);
      const retry = s.fires('refundRetry', at + wait);
      given([...history, fails(at)])
        .when(retry)
        .emits(['RefundRetried', { refundId, attempt: place + 2 }]);
      history = [...history, fails(at), retry];
      at += wait;
    }
    const transaction = given(history)
      .when(fails(at))
      .emits(['RefundFailed', { retryAt: null }], ['EscalatedToStaff', { cause: 'refundFailed' }]);
    expect(s.armedKinds(transaction)).toEqual(['escalation']);
    given([...history, fails(at)])
      .when(command('RetryRefund', s.staff, at))
      .emits(['RefundRetried', { attempt: 5 }]);
    given(history)
      .when(command('RetryRefund', s.staff, at))
      .isRejected({ code: 'notNow', status: 'REFUND_BUYER' });
    given([...history, fails(at)])
      .when(command('RetryRefund', s.buyer, at))
      .isRejected({ code: 'notNow' });
  });
  test('counts once when it arrives after failing or is reported twice [L-038]', () => {
    given([...cancelledPaid, fails(ASKED_AT)])
      .when(refunded(ASKED_AT + HOUR))
      .emits('RefundCompleted');
    given([...cancelledPaid, refunded(ASKED_AT + HOUR)])
      .when(refunded(ASKED_AT + DAY))
      .changesNothing();
    given([...cancelledPaid, fails(ASKED_AT)])
      .when(fails(ASKED_AT + 1))
      .emits('ProviderFactRecorded');
  });
});
