import type { Terms } from '#domain/transactions/terms/terms.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { TERMS_VERSIONS } from '#domain/transactions/terms/versions.ts';

/** Today's promises with fewer tries: one more of the same is no other state, only more of them. */
export const CHECKED_POLICY: Terms = {
  ...CURRENT_TERMS,
  version: 'checked',
  refundRetries: CURRENT_TERMS.refundRetries.slice(0, 1),
  payoutRetries: CURRENT_TERMS.payoutRetries.slice(0, 1),
  withdrawals: 1,
};

(TERMS_VERSIONS as unknown as Terms[]).push(CHECKED_POLICY);
