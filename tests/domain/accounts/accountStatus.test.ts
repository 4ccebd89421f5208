import { expect, test } from 'vitest';
import { isAway, mayAct, mayTrade } from '#domain/accounts/accountStatus.ts';

const STATUSES = ['none', 'unverified', 'active', 'suspended', 'deletion_pending', 'deleted'] as const;

test('lets only active accounts trade; accounts in their deletion period may still act', () => {
  expect(STATUSES.filter((status) => mayTrade({ status }))).toEqual(['active']);
  expect(STATUSES.filter((status) => mayAct({ status }))).toEqual(['active', 'deletion_pending']);
});

test('does not let an absent account trade', () => {
  expect(isAway.statuses.filter((status) => mayTrade({ status }))).toEqual([]);
});
