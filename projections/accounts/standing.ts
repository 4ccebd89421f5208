import { isSuspended, type StatusRule } from '#domain/accounts/accountStatus.ts';

/** A rule about an account's status as an SQL condition on `read_accounts.accounts`, given its alias. Null without a row. */
export const whose = (rule: StatusRule, account: string): string =>
  `${account}.status IN (${rule.statuses.map((status) => `'${status}'`).join(', ')})`;

/** Payouts can leave. Null without a row. */
export const canBePaid = (account: string): string =>
  `${account}.bank_verified AND NOT (${whose(isSuspended, account)})`;
