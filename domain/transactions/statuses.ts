/** The twelve public statuses with their labels (document 2, section 4). */
export const STATUS_LABELS = {
  CREATED: 'Created',
  PAYMENT_PENDING: 'Payment Pending',
  PAYMENT_FAILED: 'Payment Failed',
  AWAIT_SHIPPING: 'Awaiting Shipping',
  IN_ESCROW: 'In Escrow',
  ESCROW_COMPLETED: 'Escrow Completed',
  READY_FOR_PAYOUT: 'Ready for Payout',
  PAYOUT_INITIATED: 'Payout Initiated',
  COMPLETED: 'Completed',
  CANCELLED: 'Cancelled',
  REFUNDED: 'Refunded',
  REFUND_BUYER: 'Refund Pending',
} as const;

export type Status = keyof typeof STATUS_LABELS;
export const STATUSES = Object.keys(STATUS_LABELS) as [Status, ...Status[]];

/** The displayed status names a hold inside IN_ESCROW. Precedence: dispute, return, pause. */
export const DISPLAY_LABELS = {
  ...STATUS_LABELS,
  IN_ESCROW_PAUSED: 'Escrow Paused',
  IN_ESCROW_DISPUTED: 'Dispute Open',
  RETURN_IN_PROGRESS: 'Return in Progress',
} as const;

export type DisplayStatus = keyof typeof DISPLAY_LABELS;
