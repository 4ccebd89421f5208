import type { TransactionOfAction } from '../claims/actionWords.ts';

export const isReturning = (transaction: Pick<TransactionOfAction, 'return'>): boolean =>
  transaction.return !== null && ['requested', 'approved', 'shipped'].includes(transaction.return.state);
