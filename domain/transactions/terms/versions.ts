import { DAY } from '../../shared/instants.ts';
import { BUSINESS_CALENDAR, terms2026n1 } from './2026-1.ts';
import type { Terms } from './terms.ts';

/** Limits the time for claims after the payout. */
const terms2026n2: Terms = {
  ...terms2026n1,
  version: `2026-2/${BUSINESS_CALENDAR}`,
  lateClaimPeriod: 30 * DAY,
};

/** Gives the seller time to appeal before a decided refund leaves. */
const terms2026n3: Terms = {
  ...terms2026n2,
  version: `2026-3/${BUSINESS_CALENDAR}`,
  refundWaitsAbove: 5_000,
};

/**
 * Every version of the terms, the newest last; new transactions begin under that one. A version that was in use is never changed or
 * removed.
 */
export const TERMS_VERSIONS: readonly [Terms, ...Terms[]] = [terms2026n1, terms2026n2, terms2026n3];
