import { DAY, HOUR, MINUTE } from '../../shared/instants.ts';
import type { Terms } from './terms.ts';

/** Monday to Friday without TARGET closing days, Amsterdam time. Another calendar needs another version of the terms. */
export const BUSINESS_CALENDAR = 'TARGET-Europe/Amsterdam';

export const terms2026n1: Terms = {
  version: `2026-1/${BUSINESS_CALENDAR}`,

  feePercent: 5,
  fixedFee: 75,
  internationalShipping: true,
  highValue: 10_000,
  secondPersonAbove: 50_000,

  paymentWindow: 30 * MINUTE,
  settlementPeriod: 7 * DAY,

  shipmentPeriod: 96 * HOUR,
  shipmentReminder: 24 * HOUR,
  buyerCancelPeriod: 60 * MINUTE,

  escrowPeriod: 12 * DAY,
  firstNotice: 3 * DAY,
  lastNotice: 1 * DAY,
  pauseWindow: 74 * HOUR,
  pauseReminder: 7 * DAY,
  pauseLimit: 30 * DAY,
  sellerDisputeAfter: 7 * DAY,

  claimPeriod: 7 * DAY,
  lateClaimPeriod: null,
  withdrawals: 3,
  disputeAnswer: 3 * DAY,
  settlementOffer: 3 * DAY,
  reviewTerm: { businessDays: 5 },
  draftAbove: 20_000,
  draftShown: 1 * DAY,
  appealTerm: { businessDays: 5 },
  answerAtMost: 14,
  confirmationTerm: { businessDays: 3 },
  returnAnswer: 2 * DAY,
  shipBackTerm: { businessDays: 5 },
  returnInspection: 12 * DAY,

  refundRetries: [1 * HOUR, 1 * DAY, 3 * DAY],
  refundWatch: { businessDays: 7 },
  payoutRun: { run: 2, hour: 10 },
  payoutRetries: [1 * DAY, 3 * DAY, 7 * DAY],
  payoutInquiry: { businessDays: 1 },
  payoutWatch: { businessDays: 5 },
  refundUsual: { businessDays: 5 },
  payoutPromise: { businessDays: 3 },
  banksTake: [1, 2],

  escalation: 75 * DAY,
  staffLimitOfHeld: 15 * DAY,
  escalationAgain: { businessDays: 5 },
  staffTerm: { businessDays: 2 },
  ratingPeriod: 30 * DAY,
};
