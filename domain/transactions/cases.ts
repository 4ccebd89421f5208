import { currencyCode, EURO } from '../shared/currencies.ts';
import type { Instant } from '../shared/instants.ts';
import type { Cents } from '../shared/money.ts';
import { type CaseKind, CLOSABLE_CASES, type OutsideCase } from './caseKinds.ts';
import type { TransactionEvent } from './events.ts';
import { endOfTerm, termsFor } from './limits.ts';
import { disputeOpen, isRefundSilent, isTerminal, openChargebacks, type Transaction } from './state.ts';
import type { Policy } from './terms/terms.ts';

export type StaffCase = { kind: Exclude<CaseKind, OutsideCase>; since: Instant; dueAt: Instant };

/** Since when a reason stands; whether it still does is read from the sale. */
export type Marks = Readonly<Partial<Record<Exclude<CaseKind, OutsideCase | 'confirmation'>, Instant>>>;

const without = (marks: Marks, ...kinds: (keyof Marks)[]): Marks =>
  Object.fromEntries(Object.entries(marks).filter(([kind]) => !kinds.includes(kind as keyof Marks)));

/** The marks after a fact; the same object when it changes none. `ours`: what it adds to our loss, `kept`: what is then owed to the seller. Each fact is named, so that the compiler asks whether a new one needs a person. */
export const marksAfter = (
  marks: Marks,
  { type, data }: TransactionEvent,
  { ours, kept }: { ours: Cents; kept: Cents },
): Marks => {
  const { at } = data;
  switch (type) {
    case 'DisputeContested':
    case 'SellerSilent':
    case 'DisputeReferred':
    case 'DecisionAppealed':
      return { ...marks, disputeReview: at };
    case 'StaffHoldPlaced':
      return { ...marks, staffHold: at };
    case 'StaffHoldLifted':
      return without(marks, 'staffHold', 'heldTooLong', 'payoutFailed');
    case 'EscalatedToStaff':
      return isMark(data.cause) ? { ...marks, [data.cause]: at } : marks;
    // the seller is asked for another account in the same moment
    case 'PayoutRefused':
    case 'PayoutReturned':
      return { ...marks, payoutRefused: at };
    case 'PayoutApproved':
      return marks.payoutRefused === undefined && marks.sellerSuspended === undefined
        ? marks
        : without(marks, 'payoutRefused', 'sellerSuspended');
    case 'RefundCameBack':
      return { ...marks, refundFailed: at, ...(data.ours && { providerFact: marks.providerFact ?? at }) };
    case 'DuplicateRefundFailed':
      return data.retryAt === null ? { ...marks, refundFailed: at } : marks;
    case 'ChargebackOpened':
    case 'LateChargebackOpened':
      return { ...marks, chargeback: marks.chargeback ?? at };
    case 'LateChargebackReversed':
      return {
        ...marks,
        ...(data.owed && { refundFailed: at }),
        // owed to the payer again: nobody else has a part in it
        ...(data.owed !== data.amount && { chargebackReversed: marks.chargebackReversed ?? at }),
      };
    case 'PayoutArrivedLate':
    case 'OverpaymentCounted':
      return data.kept ? { ...marks, chargebackReversed: marks.chargebackReversed ?? at } : marks;
    case 'PaymentMismatched':
      return { ...marks, paymentMismatch: at };
    case 'LatePaymentReceived':
      return currencyCode(data.currency) === EURO ? marks : { ...marks, paymentMismatch: at };
    case 'DuplicatePaymentReceived':
      return currencyCode(data.currency) === EURO ? marks : { ...marks, providerFact: marks.providerFact ?? at };
    case 'RefundCompleted':
      return marks.paymentMismatch === undefined ? marks : without(marks, 'paymentMismatch');
    case 'ProviderFactRecorded':
      return data.amount ? { ...marks, providerFact: marks.providerFact ?? at } : marks;
    case 'PayoutOverpaid':
    case 'RefundArrivedLate':
    case 'RefundMadeByHand':
      return { ...marks, providerFact: marks.providerFact ?? at };
    // its own case ends with it, and nobody has read what was lost
    case 'LateChargebackLost':
      return data.owed === data.amount ? marks : { ...marks, providerFact: marks.providerFact ?? at };
    // what was held paid for it, as far as it went
    case 'ChargebackLost':
    case 'ChargebackPartlyLost':
    case 'OneChargebackPartlyLost':
      return ours > 0 ? { ...marks, providerFact: marks.providerFact ?? at } : marks;
    case 'LateClaimRecorded':
      return { ...marks, lateClaim: marks.lateClaim ?? at };
    case 'CaseClosed':
      // earlier releases let it be closed before it was paid
      return data.kind === 'chargebackReversed' && kept > 0 ? marks : without(marks, data.kind);
    case 'SettledOutsideProvider':
      return data.what === 'kept' ? without(marks, 'chargebackReversed') : marks;
    case 'TransactionCreated':
    case 'ShippingSet':
    case 'CheckoutOpened':
    case 'PaymentProcessing':
    case 'PaymentCaptured':
    case 'PaymentFailed':
    case 'TransactionExpired':
    case 'TransactionCancelled':
    case 'ShipmentDeadlineMissed':
    case 'ShipmentClockResumed':
    case 'ShipmentConfirmed':
    case 'DeliveryConfirmed':
    case 'EscrowReleased':
    case 'ReleaseRevoked':
    case 'EscrowPaused':
    case 'EscrowResumed':
    case 'PauseExpired':
    case 'EscrowClockResumed':
    case 'DisputeOpened':
    case 'DisputeWithdrawn':
    case 'DisputeAccepted':
    case 'SettlementOffered':
    case 'SettlementAccepted':
    case 'SettlementRefused':
    case 'SettlementLapsed':
    case 'DisputeDecided':
    case 'DecisionProposed':
    case 'DecisionConfirmed':
    case 'DecisionRejected':
    case 'DecisionWithdrawn':
    case 'DecisionLapsed':
    case 'DraftShown':
    case 'StatementGiven':
    case 'QuestionAsked':
    case 'ReviewOverdue':
    case 'ReturnRequested':
    case 'ReturnApproved':
    case 'ReturnAddressGiven':
    case 'ReturnRefused':
    case 'ReturnShipped':
    case 'ReturnLapsed':
    case 'ReturnInspectionResumed':
    case 'ReturnReceived':
    case 'ReturnRejected':
    case 'RefundRequested':
    case 'RefundFailed':
    case 'RefundRetried':
    case 'PartialRefundCompleted':
    case 'DuplicateRefundRequested':
    case 'DuplicateRefundCompleted':
    case 'OutsideSettlementProposed':
    case 'OutsideSettlementRejected':
    case 'PayoutPostponed':
    case 'PayoutApprovalWithdrawn':
    case 'PayoutInitiated':
    case 'PayoutCompleted':
    case 'PayoutFailed':
    case 'OverpaymentReturned':
    case 'ChargebackWon':
    case 'OneChargebackWon':
    case 'ChargebackReversed':
    case 'ChargebackPartlyReversed':
    case 'LossRecovered':
    case 'LossPartlyRecovered':
    case 'ChargebackEndedByStaff':
    case 'LateChargebackWon':
    case 'EscalationRenewed':
      return marks;
  }
};

const MARKS_OF_CAUSES = [
  'heldTooLong',
  'payoutFailed',
  'payoutSilent',
  'refundFailed',
  'refundSilent',
  'providerSilent',
  'sellerSuspended',
] as const;
const isMark = (cause: string): cause is (typeof MARKS_OF_CAUSES)[number] =>
  (MARKS_OF_CAUSES as readonly string[]).includes(cause);

/** Failed for the last time, or of money that was paid twice: nothing tries it again by itself. */
const refundGivenUp = ({ status, refund, duplicates }: Transaction): boolean =>
  (status === 'REFUND_BUYER' && refund?.state === 'failed' && refund.retryAt === null) ||
  Object.values(duplicates).some(({ state, retryAt }) => state === 'failed' && retryAt === null);

/** One hold, with the weightiest reason that it has. Over a sale that is over it holds nothing, unless its payout comes back. */
const ofHold = (transaction: Transaction): keyof Marks | undefined => {
  const { staff, marks } = transaction;
  if (staff !== 'held' || isTerminal(transaction)) return undefined;
  return (['heldTooLong', 'payoutFailed'] as const).find((kind) => marks[kind] !== undefined) ?? 'staffHold';
};

const untilReviewed = (since: Instant, { reviewTerm }: Policy): Instant => endOfTerm(since, reviewTerm);

const TERMS: Partial<Record<keyof Marks, (since: Instant, policy: Policy) => Instant>> = {
  disputeReview: untilReviewed,
  chargeback: untilReviewed,
  heldTooLong: (since, { staffLimitOfHeld }) => since + staffLimitOfHeld,
};

const dueAtOf = (kind: keyof Marks, since: Instant, policy: Policy): Instant =>
  TERMS[kind]?.(since, policy) ?? endOfTerm(since, policy.staffTerm);

/** Why this sale needs a person now, the nearest deadline first. */
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
    return kind && since !== undefined ? [{ kind, since, dueAt: dueAtOf(kind, since, termsFor(transaction)) }] : [];
  });
  const [first] = [proposed, transaction.outside.proposed]
    .filter((each) => each !== null)
    .sort((one, other) => one.confirmBy - other.confirmBy);
  const confirmation: StaffCase[] = first ? [{ kind: 'confirmation', since: first.at, dueAt: first.confirmBy }] : [];
  return [...confirmation, ...waiting].sort((one, other) => one.dueAt - other.dueAt);
};

/**
 * Whether a sale is a case, so that staff read what is personal in it: while a dispute is open, until a decision about one is carried out,
 * and while anything else in it waits for a person. `outside`: how much does that no fact of the sale says.
 */
export const isCase = (transaction: Transaction, outside = 0): boolean =>
  outside > 0 ||
  disputeOpen(transaction) ||
  (transaction.dispute === 'decided' && !isTerminal(transaction)) ||
  openCases(transaction).length > 0;
