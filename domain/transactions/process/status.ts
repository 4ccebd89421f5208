import type { Region } from './region.ts';
import type { EscrowState } from './states.ts';

/**
 * The twelve public statuses, and `draft` before the first event. Each event leads to one status, except a cancellation: it ends an unpaid
 * transaction and refunds a paid one.
 */
export const status = {
  draft: {
    to: { TransactionCreated: 'CREATED' },
  },
  CREATED: {
    leaves: ['ShippingSet'],
    to: {
      CheckoutOpened: 'PAYMENT_PENDING',
      PaymentCaptured: 'AWAIT_SHIPPING',
      PaymentMismatched: 'REFUND_BUYER',
      PaymentFailed: 'PAYMENT_FAILED',
      TransactionExpired: 'CANCELLED',
      TransactionCancelled: 'CANCELLED',
    },
  },
  PAYMENT_PENDING: {
    leaves: ['ShippingSet', 'PaymentProcessing', 'CheckoutOpened'],
    to: {
      PaymentCaptured: 'AWAIT_SHIPPING',
      PaymentMismatched: 'REFUND_BUYER',
      PaymentFailed: 'PAYMENT_FAILED',
      TransactionExpired: 'CANCELLED',
      TransactionCancelled: 'CANCELLED',
    },
  },
  PAYMENT_FAILED: {
    leaves: ['ShippingSet'],
    to: {
      CheckoutOpened: 'PAYMENT_PENDING',
      PaymentCaptured: 'AWAIT_SHIPPING',
      PaymentMismatched: 'REFUND_BUYER',
      TransactionExpired: 'CANCELLED',
      TransactionCancelled: 'CANCELLED',
    },
  },
  AWAIT_SHIPPING: {
    leaves: ['ShipmentClockResumed', 'DisputeDecided'],
    to: {
      ShipmentConfirmed: 'IN_ESCROW',
      // the next event refunds the money; a transaction that holds money is not over in between
      ShipmentDeadlineMissed: 'REFUND_BUYER',
      TransactionCancelled: 'REFUND_BUYER',
      EscrowReleased: 'ESCROW_COMPLETED',
      RefundRequested: 'REFUND_BUYER',
      ChargebackLost: 'REFUNDED',
      LossRecovered: 'REFUNDED',
    },
  },
  IN_ESCROW: {
    leaves: [
      'DeliveryConfirmed',
      'EscrowPaused',
      'EscrowClockResumed',
      'DisputeOpened',
      'DisputeDecided',
      'DecisionAppealed',
      'RefundDeferred',
      'ReturnRequested',
    ],
    to: {
      EscrowReleased: 'ESCROW_COMPLETED',
      RefundRequested: 'REFUND_BUYER',
      ChargebackLost: 'REFUNDED',
      LossRecovered: 'REFUNDED',
    },
  },
  ESCROW_COMPLETED: {
    leaves: [
      'ReleaseRevoked',
      'EscrowReleased',
      'DisputeOpened',
      'DisputeDecided',
      'DecisionAppealed',
      'RefundDeferred',
      'LateClaimRecorded',
    ],
    to: {
      PayoutApproved: 'READY_FOR_PAYOUT',
      PayoutArrivedLate: 'COMPLETED',
      OverpaymentCounted: 'COMPLETED',
      RefundRequested: 'REFUND_BUYER',
      ChargebackLost: 'REFUNDED',
      LossRecovered: 'REFUNDED',
    },
  },
  READY_FOR_PAYOUT: {
    leaves: ['PayoutPostponed', 'DisputeOpened', 'DecisionAppealed', 'LateClaimRecorded'],
    to: {
      PayoutInitiated: 'PAYOUT_INITIATED',
      PayoutApprovalWithdrawn: 'ESCROW_COMPLETED',
      ReleaseRevoked: 'ESCROW_COMPLETED',
      PayoutArrivedLate: 'COMPLETED',
      OverpaymentCounted: 'COMPLETED',
      ChargebackLost: 'REFUNDED',
      LossRecovered: 'REFUNDED',
    },
  },
  PAYOUT_INITIATED: {
    leaves: ['LateClaimRecorded'],
    to: {
      PayoutCompleted: 'COMPLETED',
      PayoutFailed: 'READY_FOR_PAYOUT',
      PayoutRefused: 'ESCROW_COMPLETED',
    },
  },
  COMPLETED: {
    leaves: ['LateClaimRecorded'],
    to: { PayoutReturned: 'ESCROW_COMPLETED' },
  },
  CANCELLED: {
    to: { LatePaymentReceived: 'REFUND_BUYER' },
  },
  REFUND_BUYER: {
    leaves: ['RefundRequested', 'RefundFailed', 'RefundRetried'],
    to: {
      RefundCompleted: 'REFUNDED',
      PartialRefundCompleted: 'ESCROW_COMPLETED',
      ChargebackLost: 'REFUNDED',
      LossRecovered: 'REFUNDED',
    },
  },
  REFUNDED: {
    to: { ChargebackReversed: 'ESCROW_COMPLETED' },
  },
} as const satisfies Region<EscrowState['status']>;
