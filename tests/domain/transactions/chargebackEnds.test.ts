import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { openCases } from '#domain/transactions/cases.ts';
import { holdsOf } from '#domain/transactions/state.ts';
import { termsFor } from '#domain/transactions/terms/termsFor.ts';
import { allowedCommands } from '#domain/transactions/transaction.ts';
import * as s from './scenario.ts';
import { chargeback, command, given, secondStaff, staff, transactionAfter } from './scenario.ts';

const AT = s.SHIPPED_AT + DAY;
const LIMIT = 50_000;
const dearShipped = [...s.dearPaid, s.ship()];
const opened = [...dearShipped, chargeback('opened', AT, s.DEAR_TOTAL)];
const end = (outcome: 'won' | 'lost', by = staff, at = AT + DAY) =>
  command('EndChargeback', by, at, {
    chargebackId: 'cb-1',
    outcome,
    rationale: 'The bank said so on the telephone',
    seller: s.VERIFIED,
  });
const endIdAfter = (history: Parameters<typeof transactionAfter>[0]): string =>
  transactionAfter(history).chargebacks['cb-1']?.ending?.id ?? 'none';
const confirm = (endId: string, by = secondStaff) =>
  command('ConfirmChargebackEnd', by, AT + DAY + HOUR, {
    chargebackId: 'cb-1',
    endId,
    rationale: 'The bank said so on the telephone',
    seller: s.VERIFIED,
  });
const refuse = (endId: string, by = secondStaff, reason = 'Ask them in writing') =>
  command('RejectChargebackEnd', by, AT + DAY + HOUR, { chargebackId: 'cb-1', endId, reason });

describe.each(['won', 'lost'] as const)('ending a chargeback above the limit by hand as %s', (outcome) => {
  const proposed = [...opened, end(outcome)];
  test('is only proposed, moves no money, and waits in the queue', () => {
    const transaction = given(opened)
      .when(end(outcome))
      .emits(['ChargebackEndProposed', { chargebackId: 'cb-1', outcome, proposedBy: staff.id }]);
    expect(holdsOf(transaction)).toEqual(['chargeback']);
    expect(transaction.inEscrow).toBe(s.DEAR_TOTAL);
    expect(openCases(transaction).map(({ kind }) => kind)).toContain('confirmation');
  });
  test('is carried out once a colleague confirms it', () => {
    const transaction = given(proposed)
      .when(confirm(endIdAfter(proposed)))
      .emits(
        ['ChargebackEndedByStaff', { outcome, by: staff.id, confirmedBy: secondStaff.id }],
        ...(outcome === 'won' ? (['ChargebackWon', 'EscrowClockResumed'] as const) : (['ChargebackLost'] as const)),
      );
    expect(transaction.chargebacks['cb-1']).not.toHaveProperty('ending');
    expect(openCases(transaction).map(({ kind }) => kind)).not.toContain('confirmation');
  });
});

describe('a proposed end of a chargeback', () => {
  const proposed = [...opened, end('lost')];
  const endId = endIdAfter(proposed);
  test('is not confirmed by its author, nor twice, nor under another name', () => {
    given(proposed).when(confirm(endId, staff)).isRejected({ code: 'ownDecision' });
    expect(allowedCommands(transactionAfter(proposed), staff, AT + 2 * DAY)).not.toContain('ConfirmChargebackEnd');
    expect(allowedCommands(transactionAfter(proposed), secondStaff, AT + 2 * DAY)).toContain('ConfirmChargebackEnd');
    given(proposed).when(confirm('another')).isRejected({ code: 'decisionChanged' });
    given([...proposed, confirm(endId)])
      .when(confirm(endId))
      .isRejected({ code: 'notNow' });
  });
  test('is not confirmed by its author while another proposal waits', () => {
    const second = chargeback('opened', AT + HOUR, LIMIT + 1, 'cb-2');
    const other = command('EndChargeback', secondStaff, AT + DAY + 1, {
      chargebackId: 'cb-2',
      outcome: 'won',
      rationale: 'Their letter',
      seller: s.VERIFIED,
    });
    const both = [...opened, second, end('lost'), other];
    given(both)
      .when(confirm(endIdAfter(both), staff))
      .isRejected({ code: 'ownDecision' });
  });
  test('is not confirmed by a party or an outsider', () => {
    for (const by of [s.buyer, { ...s.seller, role: 'staff' as const }])
      given(proposed).when(confirm(endId, by)).isRejected({ code: 'notNow' });
    given(proposed).when(confirm(endId, s.stranger)).isRejected({ code: 'notYourTransaction' });
  });
  test('is proposed once', () => {
    given(proposed).when(end('won', secondStaff)).isRejected({ code: 'chargebackEndProposed' });
  });
  test('is rejected by a colleague or withdrawn by its author, with a reason, and may be proposed again', () => {
    given(proposed)
      .when(refuse(endId))
      .emits(['ChargebackEndRejected', { endId, own: false }]);
    given(proposed)
      .when(refuse(endId, staff))
      .emits(['ChargebackEndRejected', { endId, own: true }]);
    given(proposed)
      .when(refuse(endId, secondStaff, ' '))
      .isRejected({ code: 'textRequired' });
    given(proposed).when(refuse('another')).isRejected({ code: 'decisionChanged' });
    const again = [...proposed, refuse(endId), end('won', staff, AT + 2 * DAY)];
    expect(endIdAfter(again)).not.toBe(endId);
  });
  test.each(['won', 'lost'] as const)('ends when the bank says %s first', (outcome) => {
    const decided = [...proposed, chargeback(outcome, AT + DAY + 1, s.DEAR_TOTAL)];
    expect(transactionAfter(decided).chargebacks['cb-1']).not.toHaveProperty('ending');
    given(decided).when(confirm(endId)).isRejected({ code: 'notNow' });
  });
});

describe('a counter-proposal to the end of a chargeback', () => {
  const proposed = [...opened, end('lost')];
  const endId = endIdAfter(proposed);
  const counter = (details: object = {}, by = secondStaff) =>
    command('CounterChargebackEnd', by, AT + DAY + HOUR, {
      chargebackId: 'cb-1',
      endId,
      reason: 'The letter is about another sale',
      rationale: 'The bank wrote that we won',
      ...details,
    });
  const countered = [...proposed, counter()];

  test('rejects the proposal and proposes the other outcome in one append, and moves no money', () => {
    const transaction = given(proposed)
      .when(counter())
      .emits(
        ['ChargebackEndRejected', { endId, reason: 'The letter is about another sale', own: false }],
        [
          'ChargebackEndProposed',
          { outcome: 'won', rationale: 'The bank wrote that we won', proposedBy: secondStaff.id },
        ],
      );
    expect([holdsOf(transaction), transaction.inEscrow]).toEqual([['chargeback'], s.DEAR_TOTAL]);
    expect(transaction.chargebacks['cb-1']?.ending?.id).not.toBe(endId);
    given([...opened, end('won')])
      .when(counter({ endId: endIdAfter([...opened, end('won')]) }))
      .emits('ChargebackEndRejected', ['ChargebackEndProposed', { outcome: 'lost' }]);
  });
  test('is confirmed by the first proposer, not by its author', () => {
    const next = endIdAfter(countered);
    given(countered).when(confirm(next)).isRejected({ code: 'ownDecision' });
    given(countered)
      .when(confirm(next, staff))
      .emits(
        ['ChargebackEndedByStaff', { outcome: 'won', by: secondStaff.id, confirmedBy: staff.id }],
        'ChargebackWon',
        'EscrowClockResumed',
      );
    given(countered).when(confirm(endId, staff)).isRejected({ code: 'decisionChanged' });
  });
  test('may be answered by another one', () => {
    given(countered)
      .when({ ...counter({ endId: endIdAfter(countered) }, staff), at: AT + 2 * DAY })
      .emits('ChargebackEndRejected', ['ChargebackEndProposed', { outcome: 'lost', proposedBy: staff.id }]);
  });
  test('changes nothing by the proposer, a party, about another proposal, or without its texts', () => {
    given(proposed).when(counter({}, staff)).isRejected({ code: 'ownDecision' });
    for (const by of [s.buyer, s.seller]) given(proposed).when(counter({}, by)).isRejected({ code: 'notNow' });
    given(proposed).when(counter({}, s.auditor)).isRejected({ code: 'notYourTransaction' });
    given(proposed)
      .when(counter({ endId: 'another' }))
      .isRejected({ code: 'decisionChanged' });
    for (const blank of ['reason', 'rationale'])
      given(proposed)
        .when(counter({ [blank]: ' ' }))
        .isRejected({ code: 'textRequired' });
    given(opened).when(counter()).isRejected({ code: 'notNow' });
  });
});

test('one person ends a chargeback up to the limit', () => {
  expect(termsFor(transactionAfter(dearShipped)).secondPersonAbove).toBe(LIMIT);
  const atLimit = [...dearShipped, chargeback('opened', AT, LIMIT)];
  given(atLimit).when(end('won')).emits('ChargebackEndedByStaff', 'ChargebackWon', 'EscrowClockResumed');
});
