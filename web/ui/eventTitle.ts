import type { TransactionEventType } from '#domain/transactions/events.ts';

/** What happened to a sale, as its people read it. */
const TITLES: Partial<Record<TransactionEventType, string>> = {
  TransactionCreated: 'Purchase created',
  ShippingSet: 'Shipping address set',
  CheckoutOpened: 'Payment started',
  PaymentProcessing: 'Payment being processed',
  PaymentCaptured: 'Payment received',
  PaymentMismatched: 'Payment of another amount received',
  PaymentFailed: 'Payment failed',
  TransactionExpired: 'Payment window ended',
  TransactionCancelled: 'Sale cancelled',
  ShipmentDeadlineMissed: 'Shipment deadline missed',
  ShipmentConfirmed: 'Shipment confirmed',
  DeliveryConfirmed: 'Arrival confirmed',
  EscrowReleased: 'Money released to the seller',
  ReleaseRevoked: 'Release revoked',
  EscrowPaused: 'Escrow paused',
  EscrowResumed: 'Escrow resumed',
  PauseExpired: 'Pause ran out',
  EscrowClockResumed: 'Escrow clock runs again',
  DisputeOpened: 'Dispute opened',
  DisputeContested: 'Dispute contested',
  SellerSilent: 'Seller did not answer',
  DisputeReferred: 'Dispute handed to staff',
  DisputeWithdrawn: 'Dispute withdrawn',
  DisputeAccepted: 'Claim accepted',
  DisputeDecided: 'Dispute decided',
  RefundRequested: 'Refund requested',
  RefundCompleted: 'Refund completed',
  PartialRefundCompleted: 'Partial refund completed',
  RefundFailed: 'Refund failed, tried again',
  PayoutApproved: 'Ready for payout',
  PayoutInitiated: 'Payout sent',
  PayoutCompleted: 'Paid out',
  PayoutFailed: 'Payout failed, tried again',
  PayoutRefused: 'Payout refused by the bank',
  PayoutReturned: 'Payout returned by the bank',
  PayoutArrivedLate: 'Paid out after all',
  PayoutOverpaid: 'Paid out twice by the provider',
  OverpaymentCounted: 'Already paid out',
  OverpaymentReturned: 'Second payout came back',
  LatePaymentReceived: 'Late payment received',
};

/** `SettlementOffered` → `Settlement offered`. */
const inWords = (event: string): string => {
  const words = event.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const eventTitle = (event: string): string => TITLES[event as TransactionEventType] ?? inWords(event);
