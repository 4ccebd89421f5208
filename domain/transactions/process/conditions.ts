import type { AccountId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/instants.ts';
import { CLOSABLE_CASES } from '../caseKinds.ts';
import { isClaimed } from '../claims.ts';
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
  pendingEnds,
  type Transaction,
} from '../state.ts';
import { endOfTerm } from '../terms/terms.ts';
import { termsFor } from '../terms/termsFor.ts';

export const insideWindow = (transaction: Transaction, now: Instant): boolean =>
  transaction.settlementEndsAt === null && now < transaction.windowEndsAt;
const offerStands = ({ offer }: Transaction, now: Instant): boolean => offer !== null && now < offer.lapsesAt;

export const isClaimable = (transaction: Transaction, now: Instant): boolean => {
  if (transaction.released?.by !== 'buyer') return transaction.released?.by === 'timer';
  return transaction.deliveredAt !== null && now <= transaction.deliveredAt + termsFor(transaction).claimPeriod;
};

/** A party that lost the last decision may appeal once in the transaction. */
const mayAppeal = ({ decided, policyVersion }: Transaction, party: 'buyer' | 'seller', now: Instant): boolean =>
  decided?.lost[party] === true &&
  decided.appeals.every(({ by }) => by !== party) &&
  now <= endOfTerm(decided.at, termsFor({ policyVersion }).appealTerm);

/** Conditions that the chart's states do not express, by their names in the tables. None depends on the time. */
export const STANDING = {
  addressGiven: (transaction) => transaction.total !== null,
  unpaid: (transaction) => transaction.money === 'none',
  paid: ({ paymentId }) => paymentId !== null,
  noBankPaymentUnderWay: (transaction) => transaction.settlementEndsAt === null,
  /** No hold of any kind: no pause, dispute, return, chargeback or hold by staff. */
  free: isFree,
  /** Such deadlines would move money, so they wait for the end of a chargeback or staff hold. */
  notBlocked: (transaction) => transaction.chargeback !== 'open' && transaction.staff !== 'held',
  noChargebackOpen: (transaction) => transaction.chargeback !== 'open',
  chargebackUndecided: (transaction) => openChargebacks(transaction).length > 0,
  /** The bank returns only what a chargeback claims or took. */
  chargebackNotWon: ({ chargebacks }) => Object.values(chargebacks).some(({ stands }) => stands !== 'won'),
  endProposed: (transaction) => pendingEnds(transaction).length > 0,
  pauseLeft: (transaction) => transaction.pausedBefore < termsFor(transaction).pauseLimit,
  withdrawalsLeft: (transaction) => transaction.withdrawn < termsFor(transaction).withdrawals,
  notSentBack: (transaction) => transaction.return !== 'shipped',
  /** The return was approved by silence. Returns of earlier releases needed no address. */
  unaddressed: ({ returning }) => returning !== null && !returning.addressed,
  noDisputeOpen: (transaction) => !disputeOpen(transaction),
  notDeferred: ({ dispute }) => dispute !== 'deferred',
  disputeOpen,
  /** Parties may speak until the decision, or until staff close a late claim. */
  beingHeard: (transaction) => disputeOpen(transaction) || transaction.marks.lateClaim !== undefined,
  oneMayDecide: (transaction) => !needsSecondPerson(transaction),
  /** Lifting the hold would release money that was never released, which only a decision may do. */
  notGivenBack: ({ status, money, shippedAt, released }) =>
    status !== 'ESCROW_COMPLETED' || money !== 'escrow' || shippedAt === null || released !== null,
  openedByOthersThanSeller: ({ claim }) => claim?.by !== 'seller',
  moneyClaimed: ({ claim }) => (claim?.amount ?? 0) > 0,
  /** A hold does not shorten the time that the seller has to answer a claim. */
  underReviewOrHeld: (transaction) =>
    transaction.dispute === 'under_review' ||
    (transaction.staff === 'held' && transaction.dispute !== 'awaiting_seller'),
  releasedByStaff: ({ released }) => released?.by === 'staff',
  payoutNotBegun: (transaction) => !hasPayoutBegun(transaction),
  refundFailed: ({ refund }) => refund?.state === 'failed',
  refundOfDuplicateFailed: (transaction) =>
    Object.entries(transaction.duplicates).some(([id, { state }]) => state === 'failed' && !isClaimed(transaction, id)),
  refundWasAsked: ({ refundCount }) => refundCount > 0,
  refundUnderWay: ({ refund }) => refund?.state === 'requested',
  nothingLeftAfterRefund: (transaction) => !isLeftAfterRefund(transaction),
  somethingLeftAfterRefund: isLeftAfterRefund,
  refundOfDuplicateUnderWay: ({ duplicates }) => Object.values(duplicates).some(({ state }) => state === 'requested'),
  /** We asked the provider about money that may have moved: an unpaid checkout, a refund of a duplicate, a payout. */
  answerOwed: (transaction) =>
    (transaction.checkout !== null && transaction.paymentId === null) ||
    transaction.money === 'transit' ||
    transaction.refund?.state === 'failed' ||
    notArrived(transaction).length > 0 ||
    Object.values(transaction.duplicates).some(({ state }) => state === 'requested'),
  earlierPayoutFailed: ({ payoutAttempts }) => Object.values(payoutAttempts).some(({ state }) => state === 'failed'),
  refundOwedOutside: (transaction) => isOwedOutside(transaction, { what: 'refund', paymentId: null }),
  duplicateOwedOutside: (transaction) =>
    Object.keys(transaction.duplicates).some((paymentId) =>
      isOwedOutside(transaction, { what: 'duplicate', paymentId }),
    ),
  keptOwedOutside: (transaction) => isOwedOutside(transaction, { what: 'kept', paymentId: null }),
  proposedOutside: ({ outside }) => outside.proposed !== null,
  nothingProposedOutside: ({ outside }) => outside.proposed === null,
  caseToClose: (transaction) =>
    CLOSABLE_CASES.some((kind) => transaction.marks[kind] !== undefined && endsByHand(transaction, kind)),
} as const satisfies Record<string, (transaction: Transaction) => boolean>;
export type Standing = keyof typeof STANDING;

/** Conditions that depend on the time. */
export const TIMELY = {
  insideWindow,
  insideCancelPeriod: (transaction, now) =>
    now <= (transaction.capturedAt ?? 0) + termsFor(transaction).buyerCancelPeriod,
  insidePauseWindow: (transaction, now) => {
    const left = escrowTimeLeft(transaction, now) ?? 0;
    return left > 0 && left <= termsFor(transaction).pauseWindow;
  },
  /** A buyer cannot claim again what staff or the parties settled. */
  claimable: isClaimable,
  /** A late claim does not revoke the release; staff hear both parties. */
  lateClaimable: (transaction, now) => {
    if (hasPayoutBegun(transaction)) return now <= (claimsEnd(transaction) ?? now);
    return transaction.money === 'payable' && transaction.released?.by === 'buyer' && !isClaimable(transaction, now);
  },
  pausedLong: (transaction, now) =>
    transaction.pausedSince !== null && now - transaction.pausedSince > termsFor(transaction).sellerDisputeAfter,
  offerStands,
  /** All questions are answered, or their time is over. */
  answersHeard: ({ questions }, now) =>
    [questions.buyer, questions.seller].every((answerBy) => answerBy === null || now >= answerBy),
  draftSeen: ({ proposed }, now) => now >= (proposed?.shownUntil ?? 0),
  buyerMayAppeal: (transaction, now) => mayAppeal(transaction, 'buyer', now),
  sellerMayAppeal: (transaction, now) => mayAppeal(transaction, 'seller', now),
  noOfferStands: (transaction, now) => !offerStands(transaction, now),
} as const satisfies Record<string, (transaction: Transaction, now: Instant) => boolean>;

export type Condition = Standing | keyof typeof TIMELY;

/** People who may not do it although others with their part may. */
export const isExcluded = {
  proposer: ({ proposed }: Transaction, actor?: AccountId): boolean => actor === proposed?.by,
  decider: ({ decided }: Transaction, actor?: AccountId): boolean =>
    decided?.appeals.some(({ against }) => against === actor) ?? false,
  /** The proposer of the settlement outside the provider. */
  settler: ({ outside }: Transaction, actor?: AccountId): boolean => actor === outside.proposed?.by,
  /** The proposer of every end of a chargeback that waits. */
  ender: (transaction: Transaction, actor?: AccountId): boolean =>
    pendingEnds(transaction).every(({ by }) => actor === by),
};
export type Excluded = keyof typeof isExcluded;
