import { formatRound } from '../../shared/euros.ts';
import { DAY } from '../../shared/instants.ts';
import { inBusinessDays, inDays, inHours, inMinutes } from '../../shared/lengths.ts';
import { feeInFull, feeInWords } from '../fees.ts';
import type { Terms } from './terms.ts';
import { CURRENT_TERMS, displayedTerms, type Promised } from './termsFor.ts';

const wordsOf = (policy: Terms) => ({
  paymentWindow: inMinutes(policy.paymentWindow),
  shipment: inDays(policy.shipmentPeriod),
  shipmentInHours: inHours(policy.shipmentPeriod),
  shipmentReminder: inHours(policy.shipmentReminder),
  cancellation: inMinutes(policy.buyerCancelPeriod),
  escrow: inDays(policy.escrowPeriod),
  pauseWindow: inHours(policy.pauseWindow),
  pauseWindowInDays: inDays(Math.floor(policy.pauseWindow / DAY) * DAY),
  pauseLimit: inDays(policy.pauseLimit),
  claim: inDays(policy.claimPeriod),
  sellerDispute: inDays(policy.sellerDisputeAfter),
  disputeAnswer: inDays(policy.disputeAnswer),
  settlementOffer: inDays(policy.settlementOffer),
  appeal: inBusinessDays(policy.appealTerm.businessDays),
  draftShown: inHours(policy.draftShown),
  review: inBusinessDays(policy.reviewTerm.businessDays),
  returnAnswer: inDays(policy.returnAnswer),
  shipBack: inBusinessDays(policy.shipBackTerm.businessDays),
  inspection: inDays(policy.returnInspection),
  refund: `${policy.refundUsual.businessDays} to ${inBusinessDays(policy.refundWatch.businessDays)}`,
  payout: inBusinessDays(policy.payoutPromise.businessDays),
  rating: inDays(policy.ratingPeriod),
  escalation: inDays(policy.escalation),
  providerHolds: inDays(policy.escalation + policy.staffLimitOfHeld),
  firstNotice: inDays(policy.firstNotice),
  lastNotice: inDays(policy.lastNotice),
  fee: feeInWords(policy),
  feeInFull: feeInFull(policy),
  highValue: formatRound(policy.highValue),
  secondPersonAbove: formatRound(policy.secondPersonAbove),
  // bundles of older transactions keep their text from before claims had an end
  ...(policy.lateClaimPeriod !== null && { lateClaim: inDays(policy.lateClaimPeriod) }),
});

/** Terms in the form that sentences use. */
export type SpelledTerms = ReturnType<typeof wordsOf>;

/** The current terms in that form. */
export const TERMS: SpelledTerms = wordsOf(CURRENT_TERMS);

const known = new Map<Terms, SpelledTerms>([[CURRENT_TERMS, TERMS]]);

/** The terms of a transaction in that form. */
export const termsOf = (transaction: Promised): SpelledTerms => {
  const policy = displayedTerms(transaction);
  const terms = known.get(policy) ?? wordsOf(policy);
  known.set(policy, terms);
  return terms;
};
