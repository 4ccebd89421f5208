import type { SaleOfAction } from '../claims/actionWords.ts';

export const isReturning = (sale: Pick<SaleOfAction, 'return'>): boolean =>
  sale.return !== null && ['requested', 'approved', 'shipped'].includes(sale.return.state);
