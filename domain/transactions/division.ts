import { EURO } from '../shared/currencies.ts';
import type { Cents } from '../shared/money.ts';
import { currencyOf } from './currency.ts';
import { mostPartialRefund, type Sale } from './sale.ts';

/**
 * The most that can go back while the seller gets the rest; 0 where all that is held is the buyer's: only euros are ever a seller's,
 * and nothing of what is no more than the fee, or came back unshipped.
 */
export const mostToDivide = (sale: Sale): Cents => (currencyOf(sale) === EURO ? mostPartialRefund(sale) : 0);

export const isBuyersAlone = (sale: Sale): boolean => mostToDivide(sale) === 0;
