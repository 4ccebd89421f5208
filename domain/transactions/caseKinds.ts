/**
 * The reasons why something waits for staff. `orphanFact`: a provider's statement about an unknown transaction. `impossibleFact`: one about
 * an impossible sum. `unmatchedObject`: an object of the provider without an event of ours. `alteredFile`: a stored picture changed after
 * the upload. `quarantined`: an inconsistent stream. These five may concern no transaction.
 */
export const CASE_KINDS = [
  'confirmation',
  'disputeReview',
  'appeal',
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
/** Kinds that other kinds or a proposal imply, so they keep no date of their own. */
export const IMPLIED_CASES = ['confirmation', 'appeal'] as const;
export type ImpliedCase = (typeof IMPLIED_CASES)[number];
/** Kinds that no event of a transaction opens. */
export const OUTSIDE_CASES = ['orphanFact', 'impossibleFact', 'unmatchedObject', 'alteredFile', 'quarantined'] as const;
export type OutsideCase = (typeof OUTSIDE_CASES)[number];

/** Kinds that no event ends; staff close them. */
export const CLOSABLE_CASES = [
  'providerFact',
  'lateClaim',
  'paymentMismatch',
  'providerSilent',
  'chargebackReversed',
] as const;
export type ClosableCase = (typeof CLOSABLE_CASES)[number];
