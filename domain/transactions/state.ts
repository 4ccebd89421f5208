import type { Instant } from '../shared/instants.ts';
import type { Cents } from '../shared/money.ts';
import { sellersShare, totalOf } from './fees.ts';
import type { EscrowState } from './process/states.ts';
import type { TransactionShape } from './stateShape.ts';
import type { DisplayStatus, Status } from './statuses.ts';
import { termsFor } from './terms/termsFor.ts';

/** The escrow clock runs only without any hold. */
export const HOLDS = ['paused', 'disputed', 'refundDeferred', 'returning', 'chargeback', 'staff'] as const;
export type Hold = (typeof HOLDS)[number];

/** The folded state of a transaction: plain JSON in cents and epoch ms, without personal data. `EscrowState` has the chart's regions. */
export type Transaction = EscrowState & TransactionShape;

export const TERMINAL: readonly string[] = ['CANCELLED', 'REFUNDED', 'COMPLETED'];
/** Statuses of a transaction that holds no money and expects none. */
export const WITHOUT_MONEY: readonly string[] = ['CREATED', 'PAYMENT_FAILED', ...TERMINAL];
export const isTerminal = ({ status }: { status: string }): boolean => TERMINAL.includes(status);

export const disputeOpen = ({ dispute }: Transaction): boolean =>
  dispute === 'awaiting_seller' || dispute === 'under_review';
/** The claim of a party. An appeal about a hold without a dispute leaves a claim that nobody made: it never waits for an answer. */
export const claimMade = ({ claim }: Pick<Transaction, 'claim'>): Transaction['claim'] =>
  claim?.category === 'OTHER' && claim.offered && claim.answerBy === claim.openedAt ? null : claim;

/** A decided refund waits until the seller's time to appeal is over. */
export const refundDeferred = ({ dispute }: Transaction): boolean => dispute === 'deferred';
export const returnOpen = (transaction: Transaction): boolean =>
  ['requested', 'approved', 'shipped'].includes(transaction.return);

export const holdsOf = (transaction: Transaction): Hold[] => {
  const stands: Record<Hold, boolean> = {
    paused: transaction.pause === 'paused',
    disputed: disputeOpen(transaction),
    refundDeferred: refundDeferred(transaction),
    returning: returnOpen(transaction),
    chargeback: transaction.chargeback === 'open',
    staff: transaction.staff === 'held',
  };
  return HOLDS.filter((hold) => stands[hold]);
};

/** Whether the seller's time to inspect a return stands still. */
export const inspectionStopped = (transaction: Transaction): boolean =>
  disputeOpen(transaction) ||
  refundDeferred(transaction) ||
  transaction.chargeback === 'open' ||
  transaction.staff === 'held';

export const isFree = (transaction: Transaction): boolean => holdsOf(transaction).length === 0;

/** Captured money that is still with us, in escrow or released. */
export const heldMoney = (transaction: Transaction): Cents =>
  transaction.captured -
  transaction.refunded -
  transaction.refundedTwice -
  transaction.chargedBack +
  transaction.platformLoss -
  transaction.overpaid -
  transaction.keptForSeller -
  transaction.keptPaid;

/** Captured money that is with us: nothing after the payout or a full refund. */
export const stillHeld = (transaction: Transaction): Cents =>
  transaction.money === 'none' || transaction.money === 'gone' || transaction.money === 'paid'
    ? 0
    : heldMoney(transaction);

/** An unshipped transaction whose money returned after a full refund began; the listing may have been sold to somebody else. */
const isBackUnshipped = ({ status, money, shippedAt, released }: Transaction): boolean =>
  status === 'ESCROW_COMPLETED' && money === 'escrow' && shippedAt === null && released === null;

/** The largest partial refund; 0 if all money is the buyer's. The only larger refund is all of `heldMoney`. */
export const mostPartialRefund = (transaction: Transaction): Cents =>
  isBackUnshipped(transaction) ? 0 : sellersShare(heldMoney(transaction), transaction.fee);

/** Money paid beyond price, fee and shipping always goes to the buyer. */
export const leastRefund = (transaction: Transaction): Cents =>
  Math.max(0, heldMoney(transaction) - totalOf(transaction, transaction.shippingCost ?? 0));

/** Whether money is left after a refund: the seller's part, or money that came back since a full refund. */
export const isLeftAfterRefund = ({ refund, inEscrow }: Transaction): boolean =>
  refund !== null && (refund.whole ? inEscrow > 0 : refund.toSeller > 0);

/** Ms left on the escrow clock, frozen or running; null outside escrow. */
export const escrowTimeLeft = (transaction: Transaction, now: Instant): number | null => {
  if (transaction.status !== 'IN_ESCROW') return null;
  return transaction.clock ? Math.max(0, transaction.clock.endsAt - now) : transaction.remaining;
};

/** The ids of undecided chargebacks. */
export const openChargebacks = ({ chargebacks }: Transaction): string[] =>
  Object.entries(chargebacks).flatMap(([id, { stands }]) => (stands === 'open' || stands === 'lateOpen' ? [id] : []));

/** Proposals to end a chargeback by hand that wait for a second person. */
export const pendingEnds = ({ chargebacks }: Transaction) =>
  Object.values(chargebacks).flatMap(({ ending }) => (ending ? [ending] : []));

/** Our loss by chargebacks and uncovered refunds, which held money repays. */
export const lostToPayer = ({ platformLoss, overpaid, refundedTwice }: Transaction): Cents =>
  platformLoss - overpaid - refundedTwice;

/** Money the payer has back: refunds and chargebacks, without our loss. */
export const hasOfTransaction = (transaction: Transaction): Cents =>
  transaction.refunded + transaction.chargedBack - lostToPayer(transaction);

/** The sum held, now or at an earlier decision: a sum that is given in parts needs the same care as one given at once. */
const atStake = (transaction: Transaction): Cents => Math.max(heldMoney(transaction), transaction.decided?.most ?? 0);

/** Whether a decision needs two people because of the sum at stake. */
export const needsSecondPerson = (transaction: Transaction): boolean =>
  atStake(transaction) > termsFor(transaction).secondPersonAbove;

/** Whether both parties read a draft of the decision because of the sum at stake. */
export const needsDraft = (transaction: Transaction): boolean =>
  atStake(transaction) > termsFor(transaction).draftAbove;

export const isRefundOf = ({ refundId, earlier }: Transaction['duplicates'][string], id: string): boolean =>
  refundId === id || earlier.includes(id);

/** Whether this transaction requested the refund: its id is `{transaction}r{n}`. */
export const isOwnRefund = ({ id, refundCount }: Transaction, refundId: string): boolean => {
  const place = refundId.startsWith(`${id}r`) ? Number(refundId.slice(id.length + 1)) : 0;
  return place >= 1 && place <= refundCount;
};

/** Payouts that failed or came back; if their money left us, it must be recalled. */
export const notArrived = ({ payoutAttempts }: Pick<Transaction, 'payoutAttempts'>): string[] =>
  Object.entries(payoutAttempts).flatMap(([id, { state }]) => (state === 'failed' || state === 'returned' ? [id] : []));

/** The refund's watch passed without an answer; the provider may still send the money. */
export const isRefundSilent = ({ status, refund }: Transaction): boolean =>
  status === 'REFUND_BUYER' && refund?.state === 'requested' && refund.watchUntil === null;

export const hasPayoutBegun = ({ payout }: Transaction): boolean => payout.attempt > 0;

/** The end of the time for claims; null before the payout arrives, or if claims have no end. */
export const claimsEnd = (transaction: Transaction): Instant | null => {
  // before its first event a transaction has no terms
  if (transaction.status !== 'COMPLETED') return null;
  const { lateClaimPeriod } = termsFor(transaction);
  if (lateClaimPeriod === null) return null;
  const arrived = Object.values(transaction.payoutAttempts).flatMap(({ state, paidAt }) =>
    state === 'paid' ? [paidAt] : [],
  );
  return Math.max(0, ...arrived) + lateClaimPeriod;
};

/** Rating is open from READY_FOR_PAYOUT until 30 days after completion. */
export const canBeRated = (transaction: Transaction, now: Instant): boolean =>
  ['READY_FOR_PAYOUT', 'PAYOUT_INITIATED', 'COMPLETED'].includes(transaction.status) &&
  (transaction.rateUntil === null || now <= transaction.rateUntil);

/**
 * The status, with the hold named inside IN_ESCROW: dispute before return before pause. A dispute after a release
 * holds the money again, so it shows as well.
 */
export const displayStatus = (transaction: Transaction): DisplayStatus => {
  if (transaction.status === 'draft') return 'CREATED';
  if (transaction.status === 'ESCROW_COMPLETED' && disputeOpen(transaction)) return 'IN_ESCROW_DISPUTED';
  if (transaction.status !== 'IN_ESCROW') return transaction.status;
  if (disputeOpen(transaction) || refundDeferred(transaction)) return 'IN_ESCROW_DISPUTED';
  if (returnOpen(transaction)) return 'RETURN_IN_PROGRESS';
  return transaction.pause === 'paused' ? 'IN_ESCROW_PAUSED' : 'IN_ESCROW';
};

/** The status in the API, which has no draft. */
export const publicStatus = ({ status }: Transaction): Status => (status === 'draft' ? 'CREATED' : status);
