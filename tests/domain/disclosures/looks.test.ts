import { expect, test } from 'vitest';
import { whyLookedInto } from '#domain/disclosures/looks.ts';
import { SHORTEST_REASON } from '#domain/disclosures/reasons.ts';

test('the reason of a look into a sale is the case that it is', () => {
  expect(whyLookedInto(true, ['disputeReview'], 'staff')).toEqual({
    purpose: 'dispute',
    reason: 'The case of this sale: A dispute waits for a decision',
  });
  expect(whyLookedInto(true, ['disputeReview', 'payoutFailed'], 'staff')).toEqual({
    purpose: 'support',
    reason: 'The case of this sale: A dispute waits for a decision; A payout failed again and again',
  });
  expect(whyLookedInto(true, [], 'staff').reason).toBe('The case of this sale: A dispute is open');
});

test('one that is no case is said to be none; auditors and admins check our work', () => {
  expect(whyLookedInto(false, [], 'staff').purpose).toBe('support');
  for (const role of ['auditor', 'admin'] as const) {
    const { purpose, reason } = whyLookedInto(false, [], role);
    expect([purpose, reason]).toEqual(['audit', 'Looked up; this sale is no case']);
    expect(reason.length).toBeGreaterThanOrEqual(SHORTEST_REASON);
  }
});
