import { EURO } from '../shared/currencies.ts';
import { isRefundOf, type Transaction } from './state.ts';

/** The currency of the first payment. Money in another currency than euros always goes back. */
export const currencyOf = ({ paymentId, foreign }: Pick<Transaction, 'paymentId' | 'foreign'>): string =>
  (paymentId !== null && foreign[paymentId]) || EURO;

/** For answers that name a currency only if it is not euros. */
export const foreignCurrency = (transaction: Pick<Transaction, 'paymentId' | 'foreign'>): { currency?: string } =>
  currencyOf(transaction) === EURO ? {} : { currency: currencyOf(transaction) };

/** The currency of a known payment, the first or a duplicate; undefined for any other. */
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
