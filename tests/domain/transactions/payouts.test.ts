import { describe, expect, test } from 'vitest';
import { addBusinessDays, isBusinessDay } from '#domain/shared/businessDays.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { openCases } from '#domain/transactions/cases.ts';
import { canBeRated } from '#domain/transactions/state.ts';
import * as s from './scenario.ts';
import { command, given, NO_BANK, paidOut, payoutFails, RUN_AT, run, SHARE, SYSTEM, VERIFIED } from './scenario.ts';

const review = (at: number, standing = VERIFIED) => command('ReviewPayability', SYSTEM, at, { seller: standing });
const returned = (at: number) =>
  s.says({ kind: 'payout.returned', payoutId: `${s.TRANSACTION_ID}p1`, reason: 'no such account', amount: SHARE }, at);
const FRIDAY = Date.UTC(2026, 2, 20, 9);
const retry = (dueAt: number, details = {}) => s.fires('payoutRetry', dueAt, details);

describe('the payability review', () => {
  test('approves the payout for the second business day once the bank account is verified [L-117] [L-118] [L-120] [D2-163]', () => {
    const at = Date.UTC(2026, 2, 16, 14);
    const transaction = given(s.waitingForBank)
      .when(review(at))
      .emits(['PayoutApproved', { amount: SHARE, runAt: Date.UTC(2026, 2, 18, 9) }]);
    expect(transaction.status).toBe('READY_FOR_PAYOUT');
  });
  test('approves nothing without a bank account, during a hold, or a second time [L-118]', () => {
    given(s.waitingForBank).when(review(s.ESCROW_END, NO_BANK)).changesNothing();
    given(s.released).when(review(s.ESCROW_END)).changesNothing();
    given(s.shipped).when(review(s.ESCROW_END)).changesNothing();
    given([...s.waitingForBank, s.hold(s.ESCROW_END)])
      .when(review(s.ESCROW_END))
      .changesNothing();
    given(s.waitingForBank)
      .when({ ...review(s.ESCROW_END), by: s.stranger })
      .isRejected({ code: 'notYourTransaction' });
  });
  test('takes place when the last hold is lifted [L-118]', () => {
    const held = [...s.waitingForBank, s.hold(s.ESCROW_END)];
    given(held)
      .when(s.lift(s.ESCROW_END + DAY))
      .emits('StaffHoldLifted', 'PayoutApproved');
    given(held)
      .when(s.lift(s.ESCROW_END + DAY, NO_BANK))
      .emits('StaffHoldLifted');
  });
  test('postpones the payout after a recent bank account change', () => {
    const heldUntil = Date.UTC(2026, 2, 20, 16);
    given(s.waitingForBank)
      .when(review(s.ESCROW_END, { bankVerified: true, payoutsHeldUntil: heldUntil }))
      .emits(['PayoutApproved', { runAt: Date.UTC(2026, 2, 23, 9) }]);
  });
});

describe('the payout run', () => {
  test('pays once on the second business day, watched for 5 business days [L-121] [L-122] [D2-188] [D2-390]', () => {
    expect(s.dueAt(s.transactionAfter(s.released), 'payoutRun')).toBe(RUN_AT);
    given(s.released)
      .when(run(RUN_AT - 1))
      .changesNothing();
    const transaction = given(s.released)
      .when(run(RUN_AT))
      .emits([
        'PayoutInitiated',
        {
          attempt: 1,
          amount: SHARE,
          payoutId: `${s.TRANSACTION_ID}p1`,
          askAt: addBusinessDays(RUN_AT, 1),
          watchUntil: addBusinessDays(RUN_AT, 5),
        },
      ]);
    expect([transaction.status, s.armedKinds(transaction)]).toEqual([
      'PAYOUT_INITIATED',
      ['payoutAsk', 'payoutWatch', 'escalation'],
    ]);
    given(s.payingOut).when(run(RUN_AT)).changesNothing();
    given(s.released).when(s.fires('payoutRun', RUN_AT)).emits('PayoutInitiated');
  });
  test('waits for Monday when it is late on a weekend [L-121]', () => {
    const saturday = Date.UTC(2026, 2, 21, 9);
    expect(isBusinessDay(saturday)).toBe(false);
    given(s.released)
      .when(run(saturday))
      .emits(['PayoutPostponed', { runAt: Date.UTC(2026, 2, 23, 9) }]);
  });
  test('skips transactions with a hold and pays them afterwards [L-121]', () => {
    const held = [...s.released, s.hold(s.ESCROW_END + HOUR)];
    given(held).when(run(RUN_AT)).changesNothing();
    expect(s.armedKinds(s.transactionAfter(held))).not.toContain('payoutRun');
    given(held)
      .when(s.lift(RUN_AT + HOUR))
      .emits('StaffHoldLifted', ['PayoutPostponed', { runAt: RUN_AT + DAY }]);
    expect(
      s.dueAt(
        given(held)
          .when(s.lift(RUN_AT - HOUR))
          .emits('StaffHoldLifted'),
        'payoutRun',
      ),
    ).toBe(RUN_AT);
  });
  test('opens a case for a suspended seller and is approved again after the suspension', () => {
    const withdrawn = given(s.released)
      .when(run(RUN_AT, s.SUSPENDED))
      .emits('PayoutApprovalWithdrawn', ['EscalatedToStaff', { cause: 'sellerSuspended' }]);
    expect([withdrawn.status, openCases(withdrawn).map(({ kind }) => kind)]).toEqual([
      'ESCROW_COMPLETED',
      ['sellerSuspended'],
    ]);
    const history = [...s.released, run(RUN_AT, s.SUSPENDED)];
    given(history)
      .when(review(RUN_AT + HOUR, s.SUSPENDED))
      .changesNothing();
    const again = given(history)
      .when(review(RUN_AT + DAY, s.VERIFIED))
      .emits('PayoutApproved');
    expect([again.status, openCases(again)]).toEqual(['READY_FOR_PAYOUT', []]);
  });
  test.each([
    ['all money', s.shipped, 0],
    [
      'the rest after a partial refund',
      [...s.underReview, s.decide(4_000), s.refunded(s.DISPUTED_AT + 3 * DAY, 4_000)],
      4_000,
    ],
  ] as const)('lets staff return %s to the buyer if the seller is never reinstated', (_, history, before) => {
    const at = RUN_AT + 30 * DAY;
    const waits =
      before === 0 ? [...history, s.receive(s.SHIPPED_AT + DAY, s.SUSPENDED)] : [...history, run(RUN_AT, s.SUSPENDED)];
    expect(openCases(s.transactionAfter(waits)).map(({ kind }) => kind)).toEqual(['sellerSuspended']);
    const lifted = [...waits, s.hold(at), s.lift(at + HOUR, s.SUSPENDED)];
    expect(openCases(s.transactionAfter(lifted)).map(({ kind }) => kind)).toEqual(['sellerSuspended']);
    const held = [...waits, s.hold(at)];
    const rest = s.TOTAL - before;
    const waiting = before === 0;
    given(held)
      .when(s.decide(rest, at + HOUR, s.SUSPENDED))
      .emits('ReleaseRevoked', 'DisputeDecided', 'StaffHoldLifted', waiting ? 'RefundDeferred' : 'RefundRequested');
    const refunding = [...held, s.decide(rest, at + HOUR, s.SUSPENDED), ...(waiting ? [s.appealOver(at + HOUR)] : [])];
    const refundId = s.transactionAfter(refunding).refund?.id;
    expect(s.transactionAfter([...refunding, s.refunded(at + 9 * DAY, rest, refundId)]).status).toBe('REFUNDED');
  });
  test('is not approved while the seller is suspended and opens a case', () => {
    const transaction = given(s.shipped)
      .when(s.receive(s.SHIPPED_AT + DAY, s.SUSPENDED))
      .emits('DeliveryConfirmed', 'EscrowReleased', ['EscalatedToStaff', { cause: 'sellerSuspended' }]);
    expect(openCases(transaction).map(({ kind }) => kind)).toEqual(['sellerSuspended']);
  });
  test('is retried on business days only, and a weekend between does not restart the series', () => {
    const failed = [
      ...s.payingOut,
      s.payoutFails(RUN_AT),
      s.fires('payoutRetry', RUN_AT + DAY),
      s.payoutFails(RUN_AT + DAY, 2),
    ];
    const saturday = RUN_AT + 4 * DAY;
    expect(s.dueAt(s.transactionAfter(failed), 'payoutRetry')).toBe(saturday);
    const transaction = given(failed)
      .when(retry(saturday))
      .emits(['PayoutPostponed', { runAt: RUN_AT + 6 * DAY }]);
    expect(transaction.payout.failures).toBe(2);
    given([...failed, retry(saturday)])
      .when(run(RUN_AT + 6 * DAY))
      .emits(['PayoutInitiated', { attempt: 3 }]);
  });
  test('is not retried for a suspended seller', () =>
    void given([...s.payingOut, s.payoutFails(RUN_AT)])
      .when(retry(RUN_AT + DAY, { seller: s.SUSPENDED }))
      .emits('PayoutApprovalWithdrawn', 'EscalatedToStaff'));
  test('checks the bank account again', () => {
    expect(given(s.released).when(run(RUN_AT, NO_BANK)).emits('PayoutApprovalWithdrawn').status).toBe(
      'ESCROW_COMPLETED',
    );
    given(s.released)
      .when(run(RUN_AT, { bankVerified: true, payoutsHeldUntil: RUN_AT + DAY }))
      .emits(['PayoutPostponed', { runAt: RUN_AT + DAY }]);
  });
});

describe('the provider’s answer', () => {
  test('paid completes the transaction and leaves 30 days to rate [L-123] [D2-165] [D2-186] [D2-188]', () => {
    const transaction = given(s.payingOut)
      .when(paidOut(RUN_AT + DAY))
      .emits(['PayoutCompleted', { amount: SHARE, rateUntil: RUN_AT + 31 * DAY }]);
    expect([transaction.status, s.armedKinds(transaction), transaction.paidOut]).toEqual(['COMPLETED', [], SHARE]);
    given(s.completed)
      .when(paidOut(RUN_AT + 2 * DAY))
      .changesNothing();
  });
  test('leaves rating open from READY_FOR_PAYOUT until 30 days after completion [L-127]', () => {
    expect(canBeRated(s.transactionAfter(s.waitingForBank), RUN_AT)).toBe(false);
    for (const history of [s.released, s.payingOut, s.completed])
      expect(canBeRated(s.transactionAfter(history), RUN_AT)).toBe(true);
    expect(canBeRated(s.transactionAfter(s.completed), RUN_AT + 31 * DAY)).toBe(true);
    expect(canBeRated(s.transactionAfter(s.completed), RUN_AT + 31 * DAY + 1)).toBe(false);
  });
  test('failed temporarily is retried after 1, 3 and 7 days, then goes to staff [L-124]', () => {
    let history = [...s.payingOut];
    let at = RUN_AT;
    for (const [place, days] of [1, 3, 7].entries()) {
      const attempt = place + 1;
      const transaction = given(history)
        .when(payoutFails(at, attempt))
        .emits(['PayoutFailed', { retryAt: at + days * DAY }]);
      expect([transaction.status, s.dueAt(transaction, 'payoutRetry')]).toEqual(['READY_FOR_PAYOUT', at + days * DAY]);
      history = [...history, payoutFails(at, attempt)];
      const tries = s.retriesPayout(at + days * DAY);
      given([...history, ...tries.slice(0, -1)])
        .when(tries.at(-1)!)
        .emits(['PayoutInitiated', { attempt: attempt + 1, payoutId: `${s.TRANSACTION_ID}p${attempt + 1}` }]);
      at = s.retriedAt(at + days * DAY);
      history = [...history, ...tries];
    }
    const transaction = given(history)
      .when(payoutFails(at, 4))
      .emits(['PayoutFailed', { retryAt: null }], ['EscalatedToStaff', { cause: 'payoutFailed' }], 'StaffHoldPlaced');
    expect(s.armedKinds(transaction)).toEqual(['escalation']);
    given([...history, payoutFails(at, 4)])
      .when(s.lift(at))
      .emits('StaffHoldLifted', 'PayoutPostponed');
  });
  test('failed because of the account waits for a verified bank account [L-125]', () => {
    const transaction = given(s.payingOut)
      .when(payoutFails(RUN_AT, 1, true))
      .emits('PayoutRefused');
    expect([transaction.status, transaction.money]).toEqual(['ESCROW_COMPLETED', 'payable']);
    given([...s.payingOut, payoutFails(RUN_AT, 1, true)])
      .when(review(FRIDAY))
      .emits('PayoutApproved');
    given([...s.payingOut, payoutFails(RUN_AT, 1)])
      .when(retry(RUN_AT + DAY, { seller: NO_BANK }))
      .emits('PayoutApprovalWithdrawn');
  });
  test('that fails after it was paid counts as returned, whatever the reason', () => {
    for (const accountAtFault of [true, false]) {
      const event = {
        kind: 'payout.failed',
        payoutId: `${s.TRANSACTION_ID}p1`,
        reason: 'no_account',
        accountAtFault,
      } as const;
      const transaction = given(s.completed).when(s.says(event, FRIDAY)).emits('PayoutReturned');
      expect(transaction).toMatchObject({ status: 'ESCROW_COMPLETED' });
    }
  });

  test('returned after completion makes the money payable again', () => {
    const transaction = given(s.completed).when(returned(FRIDAY)).emits('PayoutReturned');
    expect([transaction.status, transaction.money, transaction.paidOut]).toEqual(['ESCROW_COMPLETED', 'payable', 0]);
    given(s.payingOut)
      .when(returned(FRIDAY))
      .emits('PayoutRefused', ['ProviderFactRecorded', { kind: 'payout.returned', amount: null }]);
  });
  test('missing for 5 business days is escalated once, and the attempt stays the only live one [L-143]', () => {
    const due = addBusinessDays(RUN_AT, 5);
    const transaction = given(s.payingOut)
      .when(s.fires('payoutWatch', due))
      .emits(['EscalatedToStaff', { cause: 'payoutSilent' }]);
    expect([transaction.status, s.armedKinds(transaction)]).toEqual(['PAYOUT_INITIATED', ['payoutAsk', 'escalation']]);
    given([...s.payingOut, s.fires('payoutWatch', due)])
      .when(s.fires('payoutWatch', due))
      .changesNothing();
  });
  test('failed for an earlier attempt is only recorded', () => {
    given([...s.payingOut, payoutFails(RUN_AT), retry(RUN_AT + DAY)])
      .when(payoutFails(RUN_AT + DAY, 1))
      .emits('ProviderFactRecorded');
  });
  test('paid with another amount is held for staff, and nothing more is paid [L-143] [L-039]', () => {
    expect(
      given(s.payingOut)
        .when(paidOut(RUN_AT, 1, SHARE - 1))
        .emits('ProviderFactRecorded', 'EscalatedToStaff', 'StaffHoldPlaced').status,
    ).toBe('PAYOUT_INITIATED');
  });
});

describe('a payout that the bank rejects', () => {
  test.each([
    ['refused', [...s.payingOut, s.payoutFails(s.RUN_AT + DAY, 1, true)]],
    [
      'returned',
      [
        ...s.completed,
        s.says(
          { kind: 'payout.returned', payoutId: `${s.TRANSACTION_ID}p1`, reason: 'closed', amount: s.SHARE },
          s.RUN_AT + 5 * DAY,
        ),
      ],
    ],
  ] as const)('is a case while it is %s, until it is payable again', (_, history) => {
    const since = history.at(-1)?.at ?? 0;
    expect(openCases(s.transactionAfter(history))).toMatchObject([{ kind: 'payoutRefused', since }]);
    const payable = given(history)
      .when(s.command('ReviewPayability', s.SYSTEM, since + DAY, { seller: s.VERIFIED }))
      .emits('PayoutApproved');
    expect(openCases(payable)).toEqual([]);
  });
});
