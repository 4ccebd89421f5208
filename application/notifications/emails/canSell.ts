import type { Account } from '#domain/accounts/state.ts';

/** Whether this seller's listings can be bought now. */
export const canSell = ({ status, feeAccepted }: Pick<Account, 'status' | 'feeAccepted'>): boolean =>
  status === 'active' && feeAccepted;
