/** What waits for a person on the staff, by its reason. `orphanFact`: the provider speaks of a sale that does not exist; `quarantined`: a stream that does not add up, whether of a sale or not. */
export const CASE_KINDS = [
  'confirmation',
  'disputeReview',
  'staffHold',
  'heldTooLong',
  'refundFailed',
  'payoutFailed',
  'payoutRefused',
  'payoutSilent',
  'sellerSuspended',
  'chargeback',
  'chargebackReversed',
  'paymentMismatch',
  'providerFact',
  'providerSilent',
  'lateClaim',
  'orphanFact',
  'quarantined',
] as const;
export type CaseKind = (typeof CASE_KINDS)[number];
/** Those that no event of a sale says. */
export type OutsideCase = 'orphanFact' | 'quarantined';

/** Those that no fact of the sale ends: a member of staff says that they are dealt with. */
export const CLOSABLE_CASES = [
  'providerFact',
  'lateClaim',
  'paymentMismatch',
  'providerSilent',
  'chargebackReversed',
] as const;
export type ClosableCase = (typeof CLOSABLE_CASES)[number];
