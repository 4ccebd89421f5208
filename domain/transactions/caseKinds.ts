/**
 * What waits for a person on the staff, by its reason. `orphanFact`: the provider speaks of a sale that does not exist; `impossibleFact`: of
 * a sum that cannot be; `unmatchedObject`: it has something that no fact of ours tells of; `alteredFile`: a
 * stored picture is another one than was uploaded; `quarantined`: a stream that does not add up.
 * Those five are of a sale or of none.
 */
export const CASE_KINDS = [
  'confirmation',
  'disputeReview',
  'staffHold',
  'heldTooLong',
  'refundFailed',
  'refundSilent',
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
  'impossibleFact',
  'unmatchedObject',
  'alteredFile',
  'quarantined',
] as const;
export type CaseKind = (typeof CASE_KINDS)[number];
/** Those that no event of a sale says. */
export const OUTSIDE_CASES = ['orphanFact', 'impossibleFact', 'unmatchedObject', 'alteredFile', 'quarantined'] as const;
export type OutsideCase = (typeof OUTSIDE_CASES)[number];

/** Those that no fact of the sale ends: a member of staff says that they are dealt with. */
export const CLOSABLE_CASES = [
  'providerFact',
  'lateClaim',
  'paymentMismatch',
  'providerSilent',
  'chargebackReversed',
] as const;
export type ClosableCase = (typeof CLOSABLE_CASES)[number];
