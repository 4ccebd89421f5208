import { describe, expect, test } from 'vitest';
import { addBusinessDays } from '#domain/shared/businessDays.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import { owedNow } from '#domain/transactions/owedOutside.ts';
import * as s from './scenario.ts';
import { confirm, DECISION, decide, given, transactionAfter } from './scenario.ts';

const LATER = s.DISPUTED_AT + 3 * DAY;
const { DEAR_TOTAL, DEAR, SHIPPING } = s;
const DEAR_SHARE = DEAR + SHIPPING;

describe('a counter-proposal', () => {
  const SECOND = `${s.TRANSACTION_ID}d2`;
  const countered = [...s.proposed, s.counter(40_000)];

  test('rejects the proposal and proposes another decision in one append, and moves no money', () => {
    const transaction = given(s.proposed)
      .when(s.counter(40_000))
      .emits(
        ['DecisionRejected', { decisionId: DECISION, reason: 'They show another sword', rejectedBy: s.secondStaff.id }],
        [
          'DecisionProposed',
          {
            decisionId: SECOND,
            toBuyer: 40_000,
            rationale: 'The sword was loose at the sale',
            proposedBy: s.secondStaff.id,
            confirmBy: addBusinessDays(LATER, 3),
          },
        ],
        ['DraftShown', { decisionId: SECOND, toBuyer: 40_000, shownUntil: LATER + DAY }],
      );
    expect([transaction.money, transaction.proposal, transaction.proposed?.id]).toEqual(['escrow', 'pending', SECOND]);
  });

  test('is confirmed by the first proposer, not by its author, once both parties could read it', () => {
    given(countered)
      .when(confirm(LATER + DAY, s.secondStaff, SECOND))
      .isRejected({ code: 'ownDecision' });
    given(countered)
      .when(confirm(LATER + HOUR, s.staff, SECOND))
      .isRejected({ code: 'notNow' });
    given(countered)
      .when(confirm(LATER + DAY, s.staff, SECOND))
      .emits(
        ['DecisionConfirmed', { confirmedBy: s.staff.id }],
        ['DisputeDecided', { decidedBy: s.secondStaff.id, toBuyer: 40_000 }],
        'RefundDeferred',
      );
  });

  test('may be answered by another one', () => {
    const transaction = given(countered)
      .when(s.counter(30_000, LATER + HOUR, s.staff, SECOND))
      .emits(['DecisionRejected', { rejectedBy: s.staff.id }], 'DecisionProposed', 'DraftShown');
    expect(transaction.proposed).toMatchObject({ id: `${s.TRANSACTION_ID}d3`, by: s.staff.id, toBuyer: 30_000 });
  });

  test('up to €500 is a new draft that decides nothing before both parties could read it', () => {
    const total = 32_075;
    const drafted = [
      s.buy(30_000),
      s.setShipping(),
      s.pay(s.MONDAY, total),
      s.ship(),
      s.dispute(s.DISPUTED_AT, total),
      s.contest(),
      decide(total),
    ];
    given(drafted).when(s.counter(0)).emits('DecisionRejected', 'DecisionProposed', 'DraftShown');
    const answered = [...drafted, s.counter(0)];
    for (const by of [s.staff, s.secondStaff]) {
      given(answered)
        .when(confirm(LATER + DAY - 1, by, SECOND))
        .isRejected({ code: 'notNow' });
      given(answered)
        .when(confirm(LATER + DAY, by, SECOND))
        .emits('DecisionConfirmed', 'DisputeDecided', 'EscrowReleased', 'PayoutApproved');
    }
  });

  test('is refused to the proposer, to a decider whose decision was appealed, and to everybody who is not staff', () => {
    given(s.proposed)
      .when(s.counter(0, LATER, s.staff))
      .isRejected({ code: 'ownDecision' });
    const appealed = [
      ...s.proposed,
      confirm(),
      s.command('AppealDecision', s.seller, LATER + HOUR, { text: 'It was whole', evidence: [] }),
      { ...decide(0, LATER + DAY), by: s.secondStaff },
    ] as const;
    given(appealed)
      .when(s.counter(0, LATER + DAY, s.staff, SECOND))
      .isRejected({ code: 'ownDecision' });
    for (const by of [s.buyer, s.seller])
      given(s.proposed)
        .when(s.counter(0, LATER, by))
        .isRejected({ code: 'notNow' });
    given(s.proposed)
      .when(s.counter(0, LATER, s.auditor))
      .isRejected({ code: 'notYourTransaction' });
  });

  test('changes nothing about another proposal, without its texts, over an impossible sum, or while a party is heard', () => {
    given(s.proposed)
      .when(s.counter(0, LATER, s.secondStaff, 'another'))
      .isRejected({ code: 'decisionChanged' });
    for (const blank of ['reason', 'rationale'])
      given(s.proposed)
        .when({ ...s.counter(0), [blank]: ' ' } as TransactionCommand)
        .isRejected({ code: 'textRequired' });
    given(s.proposed)
      .when(s.counter(DEAR_TOTAL + 1))
      .isRejected({ code: 'amountOutOfRange', least: 0, most: DEAR_SHARE });
    given(s.dearUnderReview).when(s.counter(0)).isRejected({ code: 'notNow' });
    const asked = s.command('AskParty', s.staff, LATER, { party: 'buyer', question: 'Was it loose?', days: 3 });
    given([...s.proposed, asked])
      .when(s.counter(0, LATER + HOUR))
      .isRejected({ code: 'notNow' });
  });
});

describe('a counter-proposal to a bank transfer', () => {
  const AT = s.SETTLED_AT;
  const dear = s.dearRefundFailed();
  const proposed = [...dear, s.settle('refund')];
  const countered = [...proposed, s.counterOutside()];
  const SECOND = `${s.TRANSACTION_ID}o2`;

  test('rejects the proposal and proposes another one in one append, and moves no money', () => {
    const transaction = given(proposed)
      .when(s.counterOutside())
      .emits(
        ['OutsideSettlementRejected', { reason: 'The reference names another sale', by: s.secondStaff.id, own: false }],
        [
          'OutsideSettlementProposed',
          { settlementId: SECOND, what: 'refund', amount: DEAR_TOTAL, reference: 'Refund of RLQ-2' },
        ],
      );
    expect([transaction.refundInTransit, transaction.outside.proposed?.by]).toEqual([DEAR_TOTAL, s.secondStaff.id]);
  });

  test('is confirmed by the first proposer, not by its author', () => {
    given(countered)
      .when(s.confirmOutside(AT + DAY, s.secondStaff, 2))
      .isRejected({ code: 'ownDecision' });
    given(countered)
      .when(s.confirmOutside(AT + DAY, s.staff, 1))
      .isRejected({ code: 'decisionChanged' });
    given(countered)
      .when(s.confirmOutside(AT + DAY, s.staff, 2))
      .emits(
        ['SettledOutsideProvider', { settlementId: SECOND, by: s.secondStaff.id, confirmedBy: s.staff.id }],
        'RefundCompleted',
      );
  });

  test('of a small debt waits too, although one person could pay it alone', () => {
    let twice: TransactionCommand[] = [...dear, s.pay(s.MONDAY + 20 * DAY, 1_000, 'payment-2')];
    for (let n = 1; owedNow(transactionAfter(twice)).length === 1; n++) {
      const { refundId = '' } = transactionAfter(twice).duplicates['payment-2'] ?? {};
      twice = [...twice, s.refundFails(s.MONDAY + (20 + n) * DAY, refundId)];
      const retryAt = s.dueAt(transactionAfter(twice), 'duplicateRetry');
      if (retryAt !== undefined) twice = [...twice, s.fires('duplicateRetry', retryAt, {}, retryAt)];
    }
    given([...twice, s.settle('refund')])
      .when(s.counterOutside({ what: 'duplicate', paymentId: 'payment-2' }))
      .emits('OutsideSettlementRejected', ['OutsideSettlementProposed', { what: 'duplicate', amount: 1_000 }]);
  });

  test('changes nothing by the proposer or a party, about another proposal, without a debt, or without its texts', () => {
    given(proposed)
      .when(s.counterOutside({}, AT + HOUR, s.staff))
      .isRejected({ code: 'ownDecision' });
    for (const by of [s.buyer, s.seller])
      given(proposed)
        .when(s.counterOutside({}, AT + HOUR, by))
        .isRejected({ code: 'notNow' });
    given(proposed)
      .when(s.counterOutside({ settlementId: 'another' }))
      .isRejected({ code: 'decisionChanged' });
    given(proposed)
      .when(s.counterOutside({ what: 'kept' }))
      .isRejected({ code: 'nothingOwed' });
    for (const blank of ['reason', 'rationale', 'reference'])
      given(proposed)
        .when(s.counterOutside({ [blank]: ' ' }))
        .isRejected({ code: 'textRequired' });
    given(dear).when(s.counterOutside()).isRejected({ code: 'notNow' });
  });
});
