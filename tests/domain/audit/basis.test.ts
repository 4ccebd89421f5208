import { describe, expect, test } from 'vitest';
import { BASIS_TYPES, basisOf } from '#domain/audit/basis.ts';
import { eventDefinitions } from '#domain/events.ts';

const history = (...types: string[]) => types.map((type, revision) => ({ type, revision }));
const names = (about: readonly number[], events: ReturnType<typeof history>) =>
  basisOf(about, events).map(({ type }) => type);

describe('the basis of an event', () => {
  test('of a decided refund reaches back to the dispute, across requests', () => {
    const decided = history(
      'TransactionCreated',
      'DisputeOpened',
      'DisputeContested',
      'DecisionProposed',
      'DecisionConfirmed',
      'DisputeDecided',
      'RefundDeferred',
      'RefundRequested',
    );
    expect(names([7], decided)).toEqual([
      'DisputeOpened',
      'DecisionProposed',
      'DecisionConfirmed',
      'DisputeDecided',
      'RefundDeferred',
    ]);
    // what the tree shows anyway is left out
    expect(names([4, 5, 6, 7], decided)).toEqual(['DisputeOpened', 'DecisionProposed']);
  });

  test('of a refund is the cancellation, even after a failure', () => {
    const cancelled = history('TransactionCancelled', 'RefundRequested', 'RefundFailed', 'RefundRetried');
    expect(names([3], cancelled)).toEqual(['TransactionCancelled', 'RefundRequested', 'RefundFailed']);
  });

  test('is the latest of several', () => {
    const twice = history('DisputeOpened', 'DisputeWithdrawn', 'DisputeOpened', 'DisputeDecided');
    expect(basisOf([3], twice).map(({ revision }) => revision)).toEqual([2]);
  });

  test('of a role and of a termination is the proposal', () => {
    expect(names([1], history('RoleProposed', 'RoleGranted'))).toEqual(['RoleProposed']);
    expect(names([1], history('TerminationProposed', 'AccountTerminated'))).toEqual(['TerminationProposed']);
  });

  test('is empty for an event that begins something, and for an unknown one', () => {
    expect(names([0], history('DisputeOpened'))).toEqual([]);
    expect(names([9], history('DisputeDecided'))).toEqual([]);
  });

  test('names only types that exist', () => {
    expect([...BASIS_TYPES].filter((type) => !Object.hasOwn(eventDefinitions, type))).toEqual([]);
  });
});
