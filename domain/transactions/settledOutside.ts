/** What staff can pay from our own bank account: a refund, a duplicate payment, or money kept for the seller. */
export const SETTLED_OUTSIDE = ['refund', 'duplicate', 'kept'] as const;
export type SettledOutside = (typeof SETTLED_OUTSIDE)[number];

export const receiverOf = (what: SettledOutside): 'buyer' | 'seller' => (what === 'kept' ? 'seller' : 'buyer');

const OUTSIDE = 'outside.';
/** Replaces the provider's id of a refund. */
export const outsideId = (settlementId: string): string => `${OUTSIDE}${settlementId}`;
export const isOutside = (providerRefundId: string | undefined): boolean =>
  providerRefundId?.startsWith(OUTSIDE) === true;

/** The maximum that banks transmit with a transfer. */
export const REFERENCE_LENGTH = 140;
