import type { AccountId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/instants.ts';
import { CLOSABLE_CASES } from '../caseKinds.ts';
import { isClaimed } from '../claims.ts';
import { endOfTerm, policyOf } from '../limits.ts';
import { endsByHand, isOwedOutside } from '../owedOutside.ts';
import {
  claimsEnd,
  disputeOpen,
  escrowTimeLeft,
  hasPayoutBegun,
  isFree,
  isLeftAfterRefund,
  needsSecondPerson,
  notArrived,
  openChargebacks,
  type Sale,
} from '../state.ts';

export const insideWindow = (sale: Sale, now: Instant): boolean =>
  sale.settlementEndsAt === null && now < sale.windowEndsAt;
const offerStands = ({ offer }: Sale, now: Instant): boolean => offer !== null && now < offer.lapsesAt;

export const isClaimable = (sale: Sale, now: Instant): boolean => {
  if (sale.released?.by !== 'buyer') return sale.released?.by === 'timer';
  return sale.deliveredAt !== null && now <= sale.deliveredAt + policyOf(sale).claimPeriod;
};

/** What the states of the chart cannot say of a sale, by the names that the table uses. None depends on the time. */
export const STANDING = {
  addressGiven: (sale) => sale.total !== null,
  unpaid: (sale) => sale.money === 'none',
  noBankPaymentUnderWay: (sale) => sale.settlementEndsAt === null,
  /** No hold of any kind: no pause, dispute, return, chargeback or hold by staff. */
  free: isFree,
  /** Money would move, or a party lose it, while a hold of the bank or of the staff stands: such deadlines wait for its end. */
  notBlocked: (sale) => sale.chargeback !== 'open' && sale.staff !== 'held',
  noChargebackOpen: (sale) => sale.chargeback !== 'open',
  chargebackUndecided: (sale) => openChargebacks(sale).length > 0,
  pauseLeft: (sale) => sale.pausedBefore < policyOf(sale).pauseLimit,
  withdrawalsLeft: (sale) => sale.withdrawn < policyOf(sale).withdrawals,
  notSentBack: (sale) => sale.return !== 'shipped',
  /** Approved by silence. One that an earlier release approved asked for none. */
  unaddressed: ({ returning }) => returning !== null && !returning.addressed,
  noDisputeOpen: (sale) => !disputeOpen(sale),
  disputeOpen,
  /** Until it is decided, or a late claim is closed. */
  beingHeard: (sale) => disputeOpen(sale) || sale.marks.lateClaim !== undefined,
  oneMayDecide: (sale) => !needsSecondPerson(sale),
  /** Lifted, the hold would release to the seller what no release had been made of: as final as a decision. */
  notGivenBack: ({ status, money, shippedAt, released }) =>
    status !== 'ESCROW_COMPLETED' || money !== 'escrow' || shippedAt === null || released !== null,
  openedByOthersThanSeller: ({ claim }) => claim?.by !== 'seller',
  moneyClaimed: ({ claim }) => (claim?.amount ?? 0) > 0,
  /** A hold does not shorten the time that the seller has to answer a claim. */
  underReviewOrHeld: (sale) =>
    sale.dispute === 'under_review' || (sale.staff === 'held' && sale.dispute !== 'awaiting_seller'),
  payoutNotBegun: (sale) => !hasPayoutBegun(sale),
  refundFailed: ({ refund }) => refund?.state === 'failed',
  refundOfDuplicateFailed: (sale) =>
    Object.entries(sale.duplicates).some(([id, { state }]) => state === 'failed' && !isClaimed(sale, id)),
  refundWasAsked: ({ refundCount }) => refundCount > 0,
  refundUnderWay: ({ refund }) => refund?.state === 'requested',
  nothingLeftAfterRefund: (sale) => !isLeftAfterRefund(sale),
  somethingLeftAfterRefund: isLeftAfterRefund,
  refundOfDuplicateUnderWay: ({ duplicates }) => Object.values(duplicates).some(({ state }) => state === 'requested'),
  /** The provider was asked about money that may have moved: a checkout that is not paid, a second payment going back, a payout. */
  answerOwed: (sale) =>
    (sale.checkout !== null && sale.paymentId === null) ||
    sale.money === 'transit' ||
    sale.refund?.state === 'failed' ||
    notArrived(sale).length > 0 ||
    Object.values(sale.duplicates).some(({ state }) => state === 'requested'),
  earlierPayoutFailed: ({ payoutAttempts }) => Object.values(payoutAttempts).some(({ state }) => state === 'failed'),
  refundOwedOutside: (sale) => isOwedOutside(sale, { what: 'refund', paymentId: null }),
  duplicateOwedOutside: (sale) =>
    Object.keys(sale.duplicates).some((paymentId) => isOwedOutside(sale, { what: 'duplicate', paymentId })),
  keptOwedOutside: (sale) => isOwedOutside(sale, { what: 'kept', paymentId: null }),
  proposedOutside: ({ outside }) => outside.proposed !== null,
  nothingProposedOutside: ({ outside }) => outside.proposed === null,
  caseToClose: (sale) => CLOSABLE_CASES.some((kind) => sale.marks[kind] !== undefined && endsByHand(sale, kind)),
} as const satisfies Record<string, (sale: Sale) => boolean>;
export type Standing = keyof typeof STANDING;

/** Those that depend on the time. */
export const TIMELY = {
  insideWindow,
  insideCancelPeriod: (sale, now) => now <= (sale.capturedAt ?? 0) + policyOf(sale).buyerCancelPeriod,
  insidePauseWindow: (sale, now) => {
    const left = escrowTimeLeft(sale, now) ?? 0;
    return left > 0 && left <= policyOf(sale).pauseWindow;
  },
  /** What staff or the parties have settled is not claimed anew. */
  claimable: isClaimable,
  /** It no longer revokes the release, and staff hear both sides. */
  lateClaimable: (sale, now) => {
    if (hasPayoutBegun(sale)) return now <= (claimsEnd(sale) ?? now);
    return sale.money === 'payable' && sale.released?.by === 'buyer' && !isClaimable(sale, now);
  },
  pausedLong: (sale, now) => sale.pausedSince !== null && now - sale.pausedSince > policyOf(sale).sellerDisputeAfter,
  offerStands,
  /** Whoever was asked has answered, or had the time. */
  answersHeard: ({ questions }, now) =>
    [questions.buyer, questions.seller].every((answerBy) => answerBy === null || now >= answerBy),
  draftSeen: ({ proposed }, now) => now >= (proposed?.shownUntil ?? 0),
  appealable: ({ decided, released, policyVersion }, now) =>
    decided !== null &&
    !decided.appealed &&
    released?.by === 'staff' &&
    now <= endOfTerm(decided.at, policyOf({ policyVersion }).appealTerm),
  noOfferStands: (sale, now) => !offerStands(sale, now),
} as const satisfies Record<string, (sale: Sale, now: Instant) => boolean>;

export type Condition = Standing | keyof typeof TIMELY;

/** Who may not, though others in the same part may. */
export const isExcluded = {
  proposer: ({ proposed }: Sale, actor?: AccountId): boolean => actor === proposed?.by,
  decider: ({ decided }: Sale, actor?: AccountId): boolean => decided?.appealed === true && actor === decided.by,
  /** Who proposed what is to be paid outside the provider. */
  settler: ({ outside }: Sale, actor?: AccountId): boolean => actor === outside.proposed?.by,
};
export type Excluded = keyof typeof isExcluded;
