import type { Account } from '#domain/accounts/state.ts';

/** Whether what they have on offer can be bought: not while they are suspended, are leaving or have not taken the seller terms. */
export const sells = ({ status, feeAccepted }: Pick<Account, 'status' | 'feeAccepted'>): boolean =>
  status === 'active' && feeAccepted;
