import type { TransactionEventType } from '../transactions/events.ts';

/**
 * Titles of transaction events that say more than the event's name does. Separate from their other texts, to keep the
 * browser light. They also stand in evidence bundles, which never change.
 */
export const TRANSACTION_TITLES: { readonly [Type in TransactionEventType]?: string } = {
  // ── buying and paying ──
  TransactionCreated: 'Purchase created',
  ShippingSet: 'Shipping address set',
  CheckoutOpened: 'Payment started',
  PaymentProcessing: 'Payment being processed',
  PaymentCaptured: 'Payment received',
  PaymentMismatched: 'Payment of the wrong amount received',
  TransactionExpired: 'Payment window ended',
  TransactionCancelled: 'Sale cancelled',
  // ── shipping and escrow ──
  DeliveryConfirmed: 'Arrival confirmed',
  EscrowReleased: 'Money released to the seller',
  PauseExpired: 'Pause ran out',
  EscrowClockResumed: 'Escrow clock runs again',
  // ── disputes ──
  SellerSilent: 'Seller did not answer',
  DisputeReferred: 'Dispute handed to staff',
  DisputeAccepted: 'Claim accepted',
  // ── decisions of staff ──
  DraftShown: 'Draft of a decision',
  QuestionAsked: 'Question of our staff',
  RefundDeferred: 'Refund waits',
  // ── returns ──
  ReturnInspectionResumed: 'Inspection of the return resumed',
  // ── refunds ──
  RefundArrivedLate: 'Refund arrived after all',
  SettledOutsideProvider: 'Paid by bank transfer',
  OutsideSettlementProposed: 'Bank transfer proposed',
  OutsideSettlementRejected: 'Bank transfer rejected',
  // ── payouts ──
  PayoutApproved: 'Ready for payout',
  PayoutInitiated: 'Payout sent',
  PayoutCompleted: 'Paid out',
  PayoutRefused: 'Payout refused by the bank',
  PayoutReturned: 'Payout returned by the bank',
  PayoutArrivedLate: 'Paid out after all',
  PayoutOverpaid: 'Paid out twice by the provider',
  OverpaymentCounted: 'Already paid out',
  OverpaymentReturned: 'Second payout came back',
  // ── chargebacks and staff ──
  OneChargebackPartlyLost: 'One chargeback lost',
  ChargebackPartlyReversed: 'Chargeback reversed',
  LossRecovered: 'Loss covered by what was held',
  LossPartlyRecovered: 'Loss covered by what was held',
  EvidencePackSubmitted: 'Evidence submitted',
  EvidencePackDelivered: 'Evidence delivered',
  EvidencePackRefused: 'Evidence refused',
  EscalationRenewed: 'Watched again',
};

/** `DisputeOpened` becomes `Dispute opened`. */
const inWords = (type: string): string => {
  const words = type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Better words for screens. */
const REWORDED: { readonly [Type in TransactionEventType]?: string } = {
  QuestionAsked: 'Question from our staff',
  // a hold of staff can be decided without a dispute
  DisputeDecided: 'Our staff decided',
};

export const transactionTitle = (type: string): string =>
  REWORDED[type as TransactionEventType] ?? TRANSACTION_TITLES[type as TransactionEventType] ?? inWords(type);

type Entry = { event: string; timestamp: string };

/** In a history: a return that the seller refuses or rejects goes to staff, and nobody opens a dispute. `before`: the entry before it. */
export const titleAfter = (entry: Entry, before: Entry | undefined): string =>
  entry.event === 'DisputeOpened' &&
  before?.timestamp === entry.timestamp &&
  (before.event === 'ReturnRefused' || before.event === 'ReturnRejected')
    ? 'Return goes to our staff'
    : transactionTitle(entry.event);

/** Titles of statements that differ from the title of their event. */
const STATEMENT_TITLES: { readonly [Type in TransactionEventType]?: string } = {
  DisputeOpened: 'Claim',
  DisputeContested: 'Answer',
  DecisionRejected: 'Proposed decision rejected',
  DecisionWithdrawn: 'Proposal withdrawn',
  StaffHoldPlaced: 'Hold placed',
  StaffHoldLifted: 'Hold lifted',
};

export const statementTitle = (type: string): string =>
  STATEMENT_TITLES[type as TransactionEventType] ?? transactionTitle(type);
