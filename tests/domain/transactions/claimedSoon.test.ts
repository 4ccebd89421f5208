import { expect, test } from 'vitest';
import { DAY } from '#domain/shared/instants.ts';
import { claimedSoon } from '#domain/transactions/cases.ts';
import { openTransaction, VERIFIED } from '#tests/projections/transactions/transactionRows.ts';

const claimed = (after: number) =>
  openTransaction()
    .shipped()
    .later(after)
    .buyer({ type: 'OpenDispute', category: 'NOT_AS_DESCRIBED', claim: 1_000, text: 'broken', evidence: ['e1'] });

test('measures the time from the shipment to a claim of the buyer if it is under a day', () => {
  expect(claimedSoon(claimed(40_000).sale)).toBe(40_000);
  expect(claimedSoon(claimed(DAY - 1).sale)).toBe(DAY - 1);
  expect(claimedSoon(claimed(DAY).sale)).toBeNull();
});

test('says nothing of sales without an open claim', () => {
  expect(claimedSoon(openTransaction().shipped().sale)).toBeNull();
  expect(claimedSoon(claimed(40_000).buyer({ type: 'WithdrawDispute', seller: VERIFIED }).sale)).toBeNull();
});
