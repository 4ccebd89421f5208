import type { TransactionEventType } from '../transactions/events.ts';

/** Titles of transaction events. Separate from their other texts, to keep the browser light. */
export const TRANSACTION_TITLES: { readonly [Type in TransactionEventType]: string } = {
  // ── buying and paying ──
  TransactionCreated: 'Purchase created',
  ShippingSet: 'Shipping address set',
  CheckoutOpened: 'Payment started',
  PaymentProcessing: 'Payment being processed',
  PaymentCaptured: 'Payment received',
  PaymentMismatched: 'Payment of the wrong amount received',
  PaymentFailed: 'Payment failed',
  TransactionExpired: 'Payment window ended',
  TransactionCancelled: 'Sale cancelled',
  // ── shipping and escrow ──
  ShipmentDeadlineMissed: 'Shipment deadline missed',
  ShipmentClockResumed: 'Shipment clock resumed',
  ShipmentConfirmed: 'Shipment confirmed',
  DeliveryConfirmed: 'Arrival confirmed',
  EscrowReleased: 'Money released to the seller',
  ReleaseRevoked: 'Release revoked',
  EscrowPaused: 'Escrow paused',
  EscrowResumed: 'Escrow resumed',
  PauseExpired: 'Pause ran out',
  EscrowClockResumed: 'Escrow clock runs again',
  // ── disputes ──
  DisputeOpened: 'Dispute opened',
  DisputeContested: 'Dispute contested',
  SellerSilent: 'Seller did not answer',
  DisputeReferred: 'Dispute handed to staff',
  DisputeWithdrawn: 'Dispute withdrawn',
  DisputeAccepted: 'Claim accepted',
  SettlementOffered: 'Settlement offered',
  SettlementAccepted: 'Settlement accepted',
  SettlementRefused: 'Settlement refused',
  SettlementLapsed: 'Settlement lapsed',
  // ── decisions of staff ──
  DisputeDecided: 'Dispute decided',
  DecisionProposed: 'Decision proposed',
  DecisionConfirmed: 'Decision confirmed',
  DecisionRejected: 'Decision rejected',
  DecisionWithdrawn: 'Decision withdrawn',
  DecisionLapsed: 'Decision lapsed',
  DraftShown: 'Draft of a decision',
  StatementGiven: 'Statement given',
  QuestionAsked: 'Question of our staff',
  DecisionAppealed: 'Decision appealed',
  RefundDeferred: 'Refund waits',
  ReviewOverdue: 'Review overdue',
  // ── returns ──
  ReturnRequested: 'Return requested',
  ReturnApproved: 'Return approved',
  ReturnAddressGiven: 'Return address given',
  ReturnRefused: 'Return refused',
  ReturnShipped: 'Return shipped',
  ReturnLapsed: 'Return lapsed',
  ReturnInspectionResumed: 'Inspection of the return resumed',
  ReturnReceived: 'Return received',
  ReturnRejected: 'Return rejected',
  // ── refunds ──
  RefundRequested: 'Refund requested',
  RefundFailed: 'Refund failed',
  RefundRetried: 'Refund retried',
  RefundCompleted: 'Refund completed',
  PartialRefundCompleted: 'Partial refund completed',
  RefundArrivedLate: 'Refund arrived after all',
  RefundMadeByHand: 'Refund made by hand',
  RefundCameBack: 'Refund came back',
  LatePaymentReceived: 'Late payment received',
  DuplicatePaymentReceived: 'Duplicate payment received',
  DuplicateRefundRequested: 'Duplicate refund requested',
  DuplicateRefundCompleted: 'Duplicate refund completed',
  DuplicateRefundFailed: 'Duplicate refund failed',
  SettledOutsideProvider: 'Paid by bank transfer',
  OutsideSettlementProposed: 'Bank transfer proposed',
  OutsideSettlementRejected: 'Bank transfer rejected',
  // ── payouts ──
  PayoutApproved: 'Ready for payout',
  PayoutPostponed: 'Payout postponed',
  PayoutApprovalWithdrawn: 'Payout approval withdrawn',
  PayoutInitiated: 'Payout sent',
  PayoutCompleted: 'Paid out',
  PayoutFailed: 'Payout failed',
  PayoutRefused: 'Payout refused by the bank',
  PayoutReturned: 'Payout returned by the bank',
  PayoutArrivedLate: 'Paid out after all',
  PayoutOverpaid: 'Paid out twice by the provider',
  OverpaymentCounted: 'Already paid out',
  OverpaymentReturned: 'Second payout came back',
  // ── chargebacks and staff ──
  ChargebackOpened: 'Chargeback opened',
  ChargebackWon: 'Chargeback won',
  ChargebackLost: 'Chargeback lost',
  ChargebackPartlyLost: 'Chargeback partly lost',
  OneChargebackWon: 'One chargeback won',
  OneChargebackPartlyLost: 'One chargeback lost',
  ChargebackReversed: 'Chargeback reversed',
  ChargebackPartlyReversed: 'Chargeback reversed',
  LateChargebackReversed: 'Late chargeback reversed',
  LossRecovered: 'Loss covered by what was held',
  LossPartlyRecovered: 'Loss covered by what was held',
  ChargebackEndedByStaff: 'Chargeback ended by staff',
  ChargebackEndProposed: 'Chargeback end proposed',
  ChargebackEndRejected: 'Chargeback end rejected',
  EvidencePackSubmitted: 'Evidence submitted',
  EvidencePackDelivered: 'Evidence delivered',
  EvidencePackRefused: 'Evidence refused',
  LateChargebackOpened: 'Late chargeback opened',
  LateChargebackWon: 'Late chargeback won',
  LateChargebackLost: 'Late chargeback lost',
  LateClaimRecorded: 'Late claim recorded',
  ProviderFactRecorded: 'Provider fact recorded',
  StaffHoldPlaced: 'Staff hold placed',
  StaffHoldLifted: 'Staff hold lifted',
  EscalatedToStaff: 'Escalated to staff',
  EscalationRenewed: 'Watched again',
  DifferenceBooked: 'Difference booked',
  DifferenceProposed: 'Difference proposed',
  CaseClosed: 'Case closed',
};

/** An older browser can meet an unknown event: `ItemInspected` becomes `Item inspected`. */
const inWords = (type: string): string => {
  const words = type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Better words for screens. The titles above also stand in evidence bundles, which never change. */
const REWORDED: { readonly [Type in TransactionEventType]?: string } = {
  QuestionAsked: 'Question from our staff',
};

export const transactionTitle = (type: string): string =>
  REWORDED[type as TransactionEventType] ?? TRANSACTION_TITLES[type as TransactionEventType] ?? inWords(type);

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
