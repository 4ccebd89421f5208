import { EURO } from '../shared/currencies.ts';
import { isRefundOf, type Transaction } from './state.ts';

/** In which the sale's own money came. What came in another one than euros goes back, and is never a seller's. */
export const currencyOf = ({ paymentId, foreign }: Pick<Transaction, 'paymentId' | 'foreign'>): string =>
  (paymentId !== null && foreign[paymentId]) || EURO;

/** For answers that name a currency only where it is not the usual one. */
export const foreignCurrency = (transaction: Pick<Transaction, 'paymentId' | 'foreign'>): { currency?: string } =>
  currencyOf(transaction) === EURO ? {} : { currency: currencyOf(transaction) };

/** Of a payment that was told, the sale's own or one beyond it; undefined for any other. */
export const currencyOfPayment = (transaction: Transaction, paymentId: string | null): string | undefined => {
  if (paymentId === null) return undefined;
  return paymentId === transaction.paymentId || transaction.duplicates[paymentId]
    ? (transaction.foreign[paymentId] ?? EURO)
    : undefined;
};

export const currencyOfRefund = (transaction: Transaction, refundId: string): string => {
  const [paymentId] = Object.entries(transaction.duplicates).find(([, each]) => isRefundOf(each, refundId)) ?? [];
  return paymentId === undefined ? currencyOf(transaction) : (transaction.foreign[paymentId] ?? EURO);
};
