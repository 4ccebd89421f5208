import { TERMINAL } from '#domain/transactions/sale.ts';

/** In these no money is in a sale, and none may be on its way. */
export const WITHOUT_MONEY: readonly string[] = ['CREATED', 'PAYMENT_FAILED', ...TERMINAL];
