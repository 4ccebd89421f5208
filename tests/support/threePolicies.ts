import { DAY, HOUR, MINUTE } from '#domain/shared/instants.ts';
import { terms2026n1 } from '#domain/transactions/terms/2026-1.ts';
import type { Terms } from '#domain/transactions/terms/terms.ts';

/** The first terms, and two later versions that differ in everything. */
export const FIRST = terms2026n1;

export const SECOND: Terms = {
  ...FIRST,
  version: 'second',
  fixedFee: FIRST.fixedFee + 100,
  buyerCancelPeriod: 10 * MINUTE,
  shipmentPeriod: 5 * DAY,
  escrowPeriod: 14 * DAY,
  pauseWindow: 24 * HOUR,
  disputeAnswer: 4 * DAY,
  refundRetries: [2 * HOUR, 2 * DAY, 4 * DAY],
  secondPersonAbove: 15_000,
  highValue: 5_000,
};

export const THIRD: Terms = {
  ...SECOND,
  version: 'third',
  feePercent: 7,
  internationalShipping: false,
  paymentWindow: 15 * MINUTE,
  escrowPeriod: 10 * DAY,
  pauseWindow: 48 * HOUR,
  escalation: 60 * DAY,
  payoutRun: { run: 3, hour: 11 },
  reviewTerm: { businessDays: 3 },
  ratingPeriod: 14 * DAY,
};

/**
 * Replaces `terms/versions.ts`: `vi.mock('#domain/transactions/terms/versions.ts', () =>
 * import('#tests/support/threePolicies.ts'))`.
 */
export const TERMS_VERSIONS: readonly [Terms, ...Terms[]] = [FIRST, SECOND, THIRD];
