/** What waits for a person on the staff, by its reason. `orphanFact`: the provider speaks of a sale that does not exist. */
export const CASE_KINDS = [
  'confirmation',
  'disputeReview',
  'staffHold',
  'heldTooLong',
  'refundFailed',
  'payoutFailed',
  'payoutSilent',
  'chargeback',
  'paymentMismatch',
  'providerFact',
  'lateClaim',
  'orphanFact',
] as const;
export type CaseKind = (typeof CASE_KINDS)[number];
