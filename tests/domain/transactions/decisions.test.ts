import { describe, expect, test } from 'vitest';
import { addBusinessDays } from '#domain/shared/businessDays.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { openCases } from '#domain/transactions/cases.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { allowedCommands } from '#domain/transactions/transaction.ts';
import * as s from './scenario.ts';
import { confirm, DECISION, decide, given, refuse, transactionAfter } from './scenario.ts';

const AT = s.DISPUTED_AT + 2 * DAY;
const LATER = s.DISPUTED_AT + 3 * DAY;
const { DEAR_TOTAL, DEAR_FEE, DEAR, SHIPPING } = s;
const DEAR_SHARE = DEAR + SHIPPING;

describe('a decision over more than €500', () => {
  test.each([0, 20_000, DEAR_SHARE, DEAR_TOTAL])(
    'is proposed and moves no money with %d cents to the buyer [D2-267]',
    (toBuyer) => {
      const transaction = given(s.dearUnderReview)
        .when(decide(toBuyer))
        .emits(
          [
            'DecisionProposed',
            { decisionId: DECISION, toBuyer, proposedBy: s.staff.id, confirmBy: addBusinessDays(AT, 3) },
          ],
          'DraftShown',
        );
      expect([transaction.status, transaction.dispute, transaction.money]).toEqual([
        'IN_ESCROW',
        'under_review',
        'escrow',
      ]);
      expect(s.armedKinds(transaction)).toContain('decisionConfirmation');
    },
  );

  test('counts held money: a second person is needed above €500, not at €500', () => {
    const held = (total: number) => {
      const shipping = SHIPPING + total - DEAR_TOTAL + 20_000;
      const amount = DEAR - 20_000;
      const fee = 2_075;
      expect(amount + fee + shipping).toBe(total - 1_000);
      return [
        s.buy(amount),
        s.setShipping(s.MONDAY, 1, shipping + 1_000),
        s.pay(s.MONDAY, total),
        s.ship(),
        s.dispute(s.DISPUTED_AT, total),
        s.contest(),
      ];
    };
    const own = (total: number) => given([...held(total), decide(1)]).when(confirm(LATER, s.staff));
    own(50_000).emits('DecisionConfirmed', 'DisputeDecided', 'RefundRequested');
    own(50_001).isRejected({ code: 'ownDecision' });
  });

  test.each([
    [0, ['EscrowReleased', 'PayoutApproved']],
    [1, ['RefundRequested']],
    [20_000, ['RefundDeferred']],
    [DEAR_SHARE, ['RefundDeferred']],
    [DEAR_TOTAL, ['RefundDeferred']],
  ] as const)('is carried out with %d cents to the buyer once a colleague confirms it', (toBuyer, outcome) => {
    const transaction = given([...s.dearUnderReview, decide(toBuyer)])
      .when(confirm())
      .emits(
        ['DecisionConfirmed', { decisionId: DECISION, confirmedBy: s.secondStaff.id }],
        ['DisputeDecided', { toBuyer, decidedBy: s.staff.id, rationale: 'The photos show it' }],
        ...outcome,
      );
    const dispute = outcome[0] === 'RefundDeferred' ? 'deferred' : 'decided';
    expect([transaction.dispute, transaction.proposal, transaction.proposed]).toEqual([dispute, 'none', null]);
  });

  test('is needed for money that a bank returned, so lifting the hold alone is rejected', () => {
    const reopened = (amount: number, total: number) => [
      s.buy(amount),
      s.setShipping(),
      s.pay(s.MONDAY, total),
      s.ship(),
      ...(['opened', 'lost', 'won'] as const).map((word, day) => s.chargeback(word, s.DISPUTED_AT + day * DAY, total)),
    ];
    const dear = reopened(DEAR, DEAR_TOTAL);
    given(dear)
      .when(s.lift(LATER))
      .isRejected(s.notNow('ESCROW_COMPLETED', ['DecideDispute']));
    const shown = [...dear, decide(0, LATER)];
    given(shown)
      .when(confirm(LATER + DAY, s.staff))
      .isRejected({ code: 'ownDecision' });
    const transaction = given(shown)
      .when(confirm(LATER + DAY))
      .emits('DecisionConfirmed', 'DisputeDecided', 'StaffHoldLifted', 'EscrowReleased', 'PayoutApproved');
    expect(transaction.payable).toBe(DEAR_SHARE);
    // nor during another chargeback, whose end would release the money
    const claimed = [...dear, s.chargeback('opened', LATER, 1_000, 'cb-2')];
    given(claimed)
      .when(s.lift(LATER + HOUR))
      .isRejected(s.notNow('ESCROW_COMPLETED', ['EndChargeback', 'SubmitEvidencePack']));
    given(reopened(s.AMOUNT, s.TOTAL)).when(s.lift(LATER)).emits('StaffHoldLifted', 'EscrowReleased', 'PayoutApproved');
  });

  test('is confirmed only by another member of staff', () => {
    given(s.proposed).when(confirm(LATER, s.staff)).isRejected({ code: 'ownDecision' });
    expect(allowedCommands(transactionAfter(s.proposed), s.staff, LATER)).not.toContain('ConfirmDecision');
    expect(allowedCommands(transactionAfter(s.proposed), s.secondStaff, LATER)).toContain('ConfirmDecision');
    for (const by of [s.buyer, s.seller]) given(s.proposed).when(confirm(LATER, by)).isRejected({ code: 'notNow' });
    for (const by of [s.stranger, s.auditor])
      given(s.proposed).when(confirm(LATER, by)).isRejected({ code: 'notYourTransaction' });
    given(s.proposed)
      .when(confirm(LATER, { id: s.buyer.id, role: 'staff' }))
      .isRejected({ code: 'notNow' });
  });

  test('blocks another one while it waits', () => {
    given(s.proposed).when(decide(0)).isRejected({ code: 'notNow' });
    given(s.proposed)
      .when({ ...decide(0), by: s.secondStaff })
      .isRejected({ code: 'notNow' });
  });

  test('is rejected by another or withdrawn by the proposer, each with a reason; then staff decide again', () => {
    given(s.proposed)
      .when(refuse())
      .emits(['DecisionRejected', { rejectedBy: s.secondStaff.id }]);
    given(s.proposed)
      .when(refuse(LATER, s.staff))
      .emits(['DecisionWithdrawn', { withdrawnBy: s.staff.id }]);
    given(s.proposed)
      .when({ ...refuse(), reason: ' ' } as TransactionCommand)
      .isRejected({ code: 'textRequired' });
    const anew = [...s.proposed, refuse(), decide(30_000, LATER)];
    expect(transactionAfter(anew).proposed?.id).toBe(`${s.TRANSACTION_ID}d2`);
    given(anew)
      .when(confirm(LATER + 2 * DAY))
      .isRejected({ code: 'decisionChanged' });
    given(anew).when(refuse()).isRejected({ code: 'decisionChanged' });
    given(anew)
      .when(confirm(LATER + 2 * DAY, s.secondStaff, `${s.TRANSACTION_ID}d2`))
      .emits('DecisionConfirmed', 'DisputeDecided', ['RefundDeferred', { toBuyer: 30_000 }]);
  });

  test('lapses after 3 business days, and staff may propose again', () => {
    const due = addBusinessDays(AT, 3);
    const transaction = given(s.proposed).when(s.fires('decisionConfirmation', due)).emits('DecisionLapsed');
    expect([transaction.dispute, transaction.proposal]).toEqual(['under_review', 'none']);
    given([...s.proposed, s.fires('decisionConfirmation', due)])
      .when(confirm(due + HOUR))
      .isRejected({ code: 'notNow' });
    given(s.proposed)
      .when(s.fires('decisionConfirmation', due, {}, due - 1))
      .changesNothing();
  });

  const offered = [
    ...s.dearUnderReview,
    s.command('OfferSettlement', s.seller, AT, { toBuyer: 10_000 }),
    decide(20_000, AT),
  ];
  test.each([
    [
      'the buyer withdrew the dispute',
      [...s.proposed, s.command('WithdrawDispute', s.buyer, LATER, { seller: s.VERIFIED })],
    ],
    [
      'the seller accepted the claim',
      [...s.proposed, s.command('AcceptClaim', s.seller, LATER, { seller: s.VERIFIED })],
    ],
    [
      'the buyer accepted an offer',
      [...offered, s.command('AcceptSettlement', s.buyer, LATER, { seller: s.VERIFIED })],
    ],
    ['the buyer confirmed the delivery', [...s.proposed, s.receive(LATER)]],
    ['a chargeback was opened', [...s.proposed, s.chargeback('opened', LATER, DEAR_TOTAL)]],
    ['a chargeback was opened and won', [...s.proposed, s.chargeback('opened', LATER), s.chargeback('won', LATER)]],
    ['a part was charged back', [...s.proposed, s.chargeback('lost', LATER, 1_000)]],
  ] as const)('cannot be confirmed after %s', (_, history) => {
    expect(transactionAfter(history).proposed).toBeNull();
    given(history)
      .when(confirm(LATER + HOUR))
      .isRejected({ code: 'notNow' });
  });

  test('waits for the seller’s answer or its deadline during a hold', () => {
    const asked = [...s.shipped, s.dispute(), s.hold(s.DISPUTED_AT + HOUR)];
    given(asked)
      .when(s.decide(s.TOTAL, s.DISPUTED_AT + 2 * HOUR))
      .isRejected({ code: 'notNow' });
    given([...asked, s.contest()])
      .when(s.decide(s.TOTAL))
      .emits('DisputeDecided', 'StaffHoldLifted', 'RefundDeferred');
  });
  test('lifts a hold without a dispute and returns released money', () => {
    const held = [...s.dearPaid, s.hold(s.MONDAY + HOUR), decide(DEAR_TOTAL, s.MONDAY + 2 * HOUR)];
    given(held)
      .when(confirm(s.MONDAY + 3 * HOUR + DAY))
      .emits('DecisionConfirmed', 'DisputeDecided', 'StaffHoldLifted', ['RefundRequested', { amount: DEAR_TOTAL }]);
    const released = [...s.dearPaid, s.ship(), s.fires('escrowEnd', s.ESCROW_END), s.hold(s.ESCROW_END + HOUR)];
    given([...released, decide(20_000, s.ESCROW_END + 2 * HOUR)])
      .when(confirm(s.ESCROW_END + 3 * HOUR + DAY))
      .emits(
        'DecisionConfirmed',
        ['ReleaseRevoked', { toSeller: DEAR_SHARE, fee: DEAR_FEE }],
        'DisputeDecided',
        'StaffHoldLifted',
        'RefundDeferred',
      );
    given([...s.dearPaid, s.hold(s.MONDAY + HOUR), decide(0, s.MONDAY + 2 * HOUR), s.lift(s.MONDAY + 3 * HOUR)])
      .when(confirm(s.MONDAY + 4 * HOUR + DAY))
      .isRejected({ code: 'notNow' });
  });
});

describe('a staff case', () => {
  const kinds = (history: readonly TransactionCommand[]) =>
    openCases(transactionAfter(history)).map(({ kind }) => kind);
  const refundFails = (at: number) =>
    s.says({ kind: 'refund.failed', refundId: `${s.TRANSACTION_ID}r1`, reason: 'no' }, at);
  const gaveUp = [1, 2, 3].reduce<readonly TransactionCommand[]>(
    (history) => {
      const at = s.dueAt(transactionAfter(history), 'refundRetry') as number;
      return [...history, s.fires('refundRetry', at), refundFails(at)];
    },
    [...s.cancelledPaid, refundFails(s.MONDAY + HOUR)],
  );
  const silent = [
    ...s.payingOut,
    s.fires('payoutWatch', s.dueAt(transactionAfter(s.payingOut), 'payoutWatch') as number),
  ];
  const late = [...s.payingOut, s.chargeback('opened', s.RUN_AT + HOUR)];
  const claimed = [...s.completed, s.dispute(s.RUN_AT + 2 * DAY)];
  const noise = [...s.shipped, s.says({ kind: 'other', name: 'fee.taken', reference: 'x', amount: 700 }, s.SHIPPED_AT)];
  const mismatched = [...s.pending, s.pay(s.MONDAY, 777)];
  const old = [...s.paid, s.hold(s.MONDAY), s.fires('escalation', s.MONDAY + 75 * DAY)];

  test.each([
    ['disputeReview', s.underReview],
    ['confirmation', s.proposed],
    ['staffHold', [...s.paid, s.hold(s.MONDAY)]],
    ['heldTooLong', old],
    ['refundFailed', gaveUp],
    ['payoutSilent', silent],
    [
      'refundSilent',
      [...s.cancelledPaid, s.fires('refundWatch', s.dueAt(transactionAfter(s.cancelledPaid), 'refundWatch') as number)],
    ],
    ['chargeback', [...s.shipped, s.chargeback('opened', s.SHIPPED_AT)]],
    ['chargeback', late],
    ['providerFact', noise],
    ['lateClaim', claimed],
    ['paymentMismatch', mismatched],
  ] as const)('is %s', (kind, history) => {
    expect(kinds(history)).toEqual([kind]);
  });

  test('opens for a payout that failed four times and ends when the hold is lifted', () => {
    const at = (history: readonly TransactionCommand[]) => s.dueAt(transactionAfter(history), 'payoutRetry') as number;
    let history: readonly TransactionCommand[] = [...s.payingOut, s.payoutFails(s.RUN_AT + HOUR)];
    for (const attempt of [2, 3, 4]) {
      const due = at(history);
      history = [...history, ...s.retriesPayout(due), s.payoutFails(s.retriedAt(due) + HOUR, attempt)];
    }
    expect(kinds(history)).toEqual(['payoutFailed']);
    expect(kinds([...history, s.lift(s.RUN_AT + 40 * DAY)])).toEqual([]);
  });

  test.each([
    ['the hold is lifted', [...s.paid, s.hold(s.MONDAY), s.lift(s.MONDAY + HOUR)]],
    ['the dispute is decided', [...s.underReview, decide(0)]],
    ['the refund is retried', [...gaveUp, { type: 'RetryRefund', by: s.staff, at: s.MONDAY + 40 * DAY }]],
    ['the payout arrives', [...silent, s.paidOut(s.RUN_AT + 30 * DAY)]],
    ['the chargeback is won', [...late, s.chargeback('won', s.RUN_AT + 2 * HOUR)]],
    ['the wrong amount is refunded', [...mismatched, s.refunded(s.MONDAY + DAY, 777)]],
    ['staff close it', [...noise, s.closeCase('providerFact', s.SHIPPED_AT + DAY)]],
    ['staff close the late claim', [...claimed, s.closeCase('lateClaim', s.RUN_AT + 3 * DAY)]],
  ] as [string, readonly TransactionCommand[]][])('is closed once %s', (_, history) => {
    expect(kinds(history)).toEqual([]);
  });

  test('keeps its due date when overdue, and keeps its start', () => {
    const due = s.dueAt(transactionAfter(s.underReview), 'disputeReview') as number;
    const [review] = openCases(transactionAfter([...s.underReview, s.fires('disputeReview', due)]));
    expect(review).toEqual({ kind: 'disputeReview', since: s.DISPUTED_AT + DAY, dueAt: due });
    expect(openCases(transactionAfter(old))[0]?.dueAt).toBe(s.MONDAY + 90 * DAY);
  });

  test('is closed only by staff, with a note, and only if open', () => {
    given(noise)
      .when(s.closeCase('providerFact', s.SHIPPED_AT))
      .emits(['CaseClosed', { by: s.staff.id }]);
    given(noise).when(s.closeCase('lateClaim', s.SHIPPED_AT)).isRejected({ code: 'caseNotOpen' });
    given(s.shipped).when(s.closeCase('providerFact', s.SHIPPED_AT)).isRejected({ code: 'notNow' });
    const close = s.closeCase('providerFact', s.SHIPPED_AT);
    given(noise)
      .when({ ...close, note: '' } as TransactionCommand)
      .isRejected({ code: 'textRequired' });
    given(noise)
      .when({ ...close, by: s.auditor })
      .isRejected({ code: 'notYourTransaction' });
  });
});
