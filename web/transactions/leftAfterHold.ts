import type { Transaction } from '#application/contract/transactions.ts';
import { termsOf } from '#domain/transactions/termWords.ts';

/** What is on the escrow clock when the buyer ends a hold of their own: the least is given once. */
export const leftAfterHold = (sale: Pick<Transaction, 'endedOwnHold' | 'policyVersion'>): string =>
  sale.endedOwnHold ? 'what was left' : `at least ${termsOf(sale).pauseWindow} left`;
