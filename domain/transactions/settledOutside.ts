/** What staff can pay from the marketplace's own bank account: what was to go back, for a second payment, or is kept for the seller. */
export const SETTLED_OUTSIDE = ['refund', 'duplicate', 'kept'] as const;
export type SettledOutside = (typeof SETTLED_OUTSIDE)[number];

export const receiverOf = (what: SettledOutside): 'buyer' | 'seller' => (what === 'kept' ? 'seller' : 'buyer');

const OUTSIDE = 'outside.';
/** In the place of the provider's own id of a refund. */
export const outsideId = (settlementId: string): string => `${OUTSIDE}${settlementId}`;
export const isOutside = (providerRefundId: string | undefined): boolean =>
  providerRefundId?.startsWith(OUTSIDE) === true;

/** As much as banks carry with a transfer. */
export const REFERENCE_LENGTH = 140;
