import { describe, expect, test } from 'vitest';
import type { Sight } from '#domain/access/mask.ts';
import { type Circumstances, NO_TRANSACTION, type Who } from '#domain/access/right.ts';
import { PERSONAL_FIELDS } from '#domain/audit/personalFields.ts';
import { circumstancesOf, shownAs, sightOf, sightOfField, towardsEvent } from '#domain/audit/sight.ts';
import { eventDefinitions } from '#domain/events.ts';
import { DAY } from '#domain/shared/instants.ts';
import { caseReasons, isCase } from '#domain/transactions/cases.ts';
import type { TransactionCommand } from '#domain/transactions/commands.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { personalFieldNames } from '#infrastructure/crypto/personalData.ts';
import * as s from '#tests/domain/transactions/scenario.ts';

const CASE: Circumstances = { case: true, paid: true };
const PAID: Circumstances = { case: false, paid: true };

test('gives every personal field a right, and no other field one', () => {
  const marked = Object.entries(eventDefinitions).flatMap(([type, { schema }]) =>
    personalFieldNames(schema).map((field) => `${type}.${field}`),
  );
  const listed = Object.entries(PERSONAL_FIELDS).flatMap(([type, fields]) =>
    Object.keys(fields).map((field) => `${type}.${field}`),
  );
  expect(listed.sort()).toEqual(marked.sort());
});

describe('a personal field', () => {
  test.each<[who: Who, sale: Circumstances, expected: Record<string, Sight>]>([
    ['staff', CASE, { address: 'clear', words: 'clear', evidence: 'clear', taken: 'clear' }],
    ['staff', PAID, { address: 'openable', words: 'openable', evidence: 'openable', taken: 'openable' }],
    ['auditor', CASE, { address: 'masked', words: 'openable', evidence: 'openable', taken: 'openable' }],
    ['admin', CASE, { address: 'masked', words: 'masked', evidence: 'masked', taken: 'masked' }],
    ['buyer', NO_TRANSACTION, { address: 'clear', words: 'clear', evidence: 'clear', taken: 'hidden' }],
    ['seller', NO_TRANSACTION, { address: 'hidden', words: 'clear', evidence: 'clear', taken: 'hidden' }],
    ['seller', PAID, { address: 'clear', words: 'clear', evidence: 'clear', taken: 'hidden' }],
    ['author', NO_TRANSACTION, { address: 'hidden', words: 'hidden', evidence: 'hidden', taken: 'clear' }],
    ['member', CASE, { address: 'hidden', words: 'hidden', evidence: 'hidden', taken: 'hidden' }],
    ['visitor', CASE, { address: 'hidden', words: 'hidden', evidence: 'hidden', taken: 'hidden' }],
  ])('of a transaction is shown to %s as %o', (who, transaction, expected) => {
    const seen = (['address', 'words', 'evidence', 'taken'] as const).map((field) => [
      field,
      sightOf(`sale.see.${field}`, [who], transaction),
    ]);
    expect(Object.fromEntries(seen)).toEqual(expected);
  });

  test('is shown by the strongest role that the reader holds', () => {
    expect(sightOf('sale.see.words', ['member', 'admin', 'auditor'], NO_TRANSACTION)).toBe('openable');
    expect(sightOf('sale.see.words', ['member', 'auditor', 'staff'], CASE)).toBe('clear');
  });

  test('without a right is closed to everybody; nested values follow their field', () => {
    expect(sightOfField('DisputeOpened', 'claim', ['buyer', 'staff'], CASE)).toBe('masked');
    expect(sightOfField('NoSuchFact', 'text', ['buyer'], CASE)).toBe('hidden');
    expect(sightOfField('ShippingSet', 'address.streetAddress1', ['auditor'], CASE)).toBe('masked');
    expect(sightOfField('DisputeOpened', 'evidence[0]', ['auditor'], CASE)).toBe('openable');
  });

  test('is shown or masked; an erased value stays erased', () => {
    const sights: Sight[] = ['clear', 'openable', 'masked', 'hidden'];
    expect(sights.map((sight) => shownAs('a street', sight))).toEqual(['a street', '[personal]', '[personal]', null]);
    expect(sights.map((sight) => shownAs(null, sight))).toEqual([null, null, null, null]);
  });
});

test('treats a party as a party, others by their roles, and the actor as author', () => {
  const [buyerId, sellerId, clerk] = ['b', 'c', 'd'].map((letter) => letter.repeat(32)) as [string, string, string];
  const event = { stream: 'transaction-x', metadata: { actor: { id: sellerId } } };
  const parties = { buyerId, sellerId };
  expect(towardsEvent(event, { id: buyerId, roles: ['staff'] }, parties)).toEqual(['buyer']);
  expect(towardsEvent(event, { id: sellerId, roles: ['member'] }, parties)).toEqual(['seller', 'author']);
  expect(towardsEvent(event, { id: clerk, roles: ['staff'] }, parties)).toEqual(['staff']);
  const own = { stream: `account-${clerk}`, metadata: { actor: { id: 'system' } } };
  expect(towardsEvent(own, { id: clerk, roles: ['auditor'] })).toEqual(['auditor', 'owner']);
});

describe('a transaction counts as a case', () => {
  const transaction = {
    ...transactionAggregate.initial,
    status: 'IN_ESCROW' as const,
    policyVersion: CURRENT_TERMS.version,
  };

  test('while a dispute is open, and until its decision is carried out', () => {
    expect((['none', 'withdrawn', 'settled'] as const).map((dispute) => isCase({ ...transaction, dispute }))).toEqual([
      false,
      false,
      false,
    ]);
    for (const dispute of ['awaiting_seller', 'under_review', 'decided'] as const)
      expect(isCase({ ...transaction, dispute }), dispute).toBe(true);
    expect(isCase({ ...transaction, dispute: 'decided', status: 'COMPLETED' })).toBe(false);
  });

  test('for the reason that holds now: a decided dispute is not an open one', () => {
    const reasons = (dispute: Transaction['dispute']) => caseReasons({ ...transaction, dispute });
    expect(reasons('awaiting_seller')).toEqual(['disputeOpen']);
    expect(reasons('deferred')).toEqual(['refundDeferred']);
    expect(reasons('decided')).toEqual(['decisionPending']);
    expect(caseReasons({ ...transaction, dispute: 'deferred', status: 'REFUNDED' })).toEqual([]);
    const marks = { ...transaction.marks, disputeReview: 1 };
    expect(caseReasons({ ...transaction, dispute: 'under_review', marks })).toEqual(['disputeReview']);
  });

  test('while something in it waits for a person', () => {
    expect(isCase({ ...transaction, staff: 'held', marks: { staffHold: 1 } })).toBe(true);
    expect(isCase({ ...transaction, marks: { lateClaim: 1 } })).toBe(true);
    expect(isCase(transaction, 1)).toBe(true);
    expect(circumstancesOf(transaction, 1)).toEqual({ case: true, paid: false });
  });
});

test.each<[string, readonly TransactionCommand[], boolean]>([
  ['not before the payment', s.pending, false],
  ['from the payment on', s.paid, true],
  ['after a later cancellation', s.cancelledPaid, true],
  ['not after a wrong amount, which is refunded', [...s.pending, s.pay(s.MONDAY, s.TOTAL - 1)], false],
  ['not after a late payment', [...s.expired, s.pay(s.MONDAY + DAY)], false],
])('lets its seller see the address only once it is paid: %s', (_, history, paid) =>
  expect(circumstancesOf(s.transactionAfter(history)).paid).toBe(paid),
);
