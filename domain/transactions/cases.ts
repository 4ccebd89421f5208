import { DAY, type Instant } from '../shared/instants.ts';
import { type CaseKind, CLOSABLE_CASES, type OutsideCase } from './caseKinds.ts';
import type { Marks } from './caseMarks.ts';
import {
  claimMade,
  disputeOpen,
  isRefundSilent,
  isTerminal,
  openChargebacks,
  pendingEnds,
  refundDeferred,
  type Transaction,
} from './state.ts';
import type { Terms } from './terms/terms.ts';
import { endOfTerm } from './terms/terms.ts';
import { termsFor } from './terms/termsFor.ts';

export type StaffCase = { kind: Exclude<CaseKind, OutsideCase>; since: Instant; dueAt: Instant };

/** Whether a refund failed for good, so that only staff can retry it. */
const refundGivenUp = ({ status, refund, duplicates }: Transaction): boolean =>
  (status === 'REFUND_BUYER' && refund?.state === 'failed' && refund.retryAt === null) ||
  Object.values(duplicates).some(({ state, retryAt }) => state === 'failed' && retryAt === null);

/** The most urgent reason for the staff hold. After the end a hold stops nothing, unless the payout comes back. */
const ofHold = (transaction: Transaction): keyof Marks | undefined => {
  const { staff, marks } = transaction;
  if (staff !== 'held' || isTerminal(transaction)) return undefined;
  return (['heldTooLong', 'payoutFailed'] as const).find((kind) => marks[kind] !== undefined) ?? 'staffHold';
};

const untilReviewed = (since: Instant, { reviewTerm }: Terms): Instant => endOfTerm(since, reviewTerm);

const TERMS: Partial<Record<keyof Marks, (since: Instant, policy: Terms) => Instant>> = {
  disputeReview: untilReviewed,
  chargeback: untilReviewed,
  heldTooLong: (since, { staffLimitOfHeld }) => since + staffLimitOfHeld,
};

const dueAtOf = (kind: keyof Marks, since: Instant, policy: Terms): Instant =>
  TERMS[kind]?.(since, policy) ?? endOfTerm(since, policy.staffTerm);

/** No parcel arrives so soon: a claim of the buyer inside this time deserves a second look. */
const SOON_AFTER_SHIPMENT = DAY;

/** Ms from the shipment to the open claim of the buyer if that was soon; otherwise null. Nothing is refused because of it. */
export const claimedSoon = (transaction: Transaction): number | null => {
  const { shippedAt } = transaction;
  const claim = claimMade(transaction);
  if (claim?.by !== 'buyer' || shippedAt === null || !disputeOpen(transaction)) return null;
  const after = claim.openedAt - shippedAt;
  return after >= 0 && after < SOON_AFTER_SHIPMENT ? after : null;
};

/** The proposal that has to be confirmed first: a decision, a transfer, or the end of a chargeback. */
export const firstProposal = (transaction: Transaction) =>
  [transaction.proposed, transaction.outside.proposed, ...pendingEnds(transaction)]
    .filter((each) => each !== null)
    .sort((one, other) => one.confirmBy - other.confirmBy)
    .at(0);

/** The reasons why this transaction needs staff, nearest deadline first. */
export const openCases = (transaction: Transaction): StaffCase[] => {
  const { proposed, marks } = transaction;
  const stands: (keyof Marks | false | undefined)[] = [
    !proposed && transaction.dispute === 'under_review' && 'disputeReview',
    ofHold(transaction),
    refundGivenUp(transaction) && 'refundFailed',
    isRefundSilent(transaction) && 'refundSilent',
    transaction.status === 'PAYOUT_INITIATED' && transaction.payout.watchUntil === null && 'payoutSilent',
    transaction.status === 'ESCROW_COMPLETED' && transaction.money === 'payable' && 'sellerSuspended',
    transaction.status === 'ESCROW_COMPLETED' && transaction.money === 'payable' && 'payoutRefused',
    openChargebacks(transaction).length > 0 && 'chargeback',
    ...CLOSABLE_CASES.map((kind) => marks[kind] !== undefined && kind),
  ];
  const waiting = stands.flatMap((kind): StaffCase[] => {
    const since = kind ? marks[kind] : undefined;
    if (!kind || since === undefined) return [];
    const isAppeal = kind === 'disputeReview' && (transaction.decided?.appeals.length ?? 0) > 0;
    return [{ kind: isAppeal ? 'appeal' : kind, since, dueAt: dueAtOf(kind, since, termsFor(transaction)) }];
  });
  const first = firstProposal(transaction);
  const confirmation: StaffCase[] = first ? [{ kind: 'confirmation', since: first.at, dueAt: first.confirmBy }] : [];
  return [...confirmation, ...waiting].sort((one, other) => one.dueAt - other.dueAt);
};

/** What makes a transaction a case. The first three need no staff yet. */
export type CaseReason = 'disputeOpen' | 'refundDeferred' | 'decisionPending' | StaffCase['kind'];

/** Why staff may read the personal data of the transaction now: a dispute is open, a decision is not carried out yet, or something waits for staff. */
export const caseReasons = (transaction: Transaction): CaseReason[] => {
  const waiting = openCases(transaction).map(({ kind }) => kind);
  const isUnderReview =
    transaction.proposed !== null || waiting.some((kind) => kind === 'disputeReview' || kind === 'appeal');
  const reasons: (CaseReason | false)[] = [
    disputeOpen(transaction) && !isUnderReview && 'disputeOpen',
    refundDeferred(transaction) && !isTerminal(transaction) && 'refundDeferred',
    transaction.dispute === 'decided' && !isTerminal(transaction) && 'decisionPending',
  ];
  return [...reasons.filter((reason) => reason !== false), ...waiting];
};

/** Whether the transaction is a case. `outside`: the number of open cases that no event of the transaction opens. */
export const isCase = (transaction: Transaction, outside = 0): boolean =>
  outside > 0 || caseReasons(transaction).length > 0;
