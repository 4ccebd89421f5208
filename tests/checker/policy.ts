import { TODAY } from '#domain/transactions/limits.ts';
import type { Policy } from '#domain/transactions/terms/terms.ts';
import { POLICY_VERSIONS } from '#domain/transactions/terms/versions.ts';

/** Today's promises with fewer tries: one more of the same is no other state, only more of them. */
export const CHECKED_POLICY: Policy = {
  ...TODAY,
  version: 'checked',
  refundRetries: TODAY.refundRetries.slice(0, 1),
  payoutRetries: TODAY.payoutRetries.slice(0, 1),
  withdrawals: 1,
};

(POLICY_VERSIONS as unknown as Policy[]).push(CHECKED_POLICY);
