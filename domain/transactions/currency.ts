import { currencyCode, EURO } from '../shared/currencies.ts';
import type { TransactionEvent } from './events.ts';
import { isRefundOf, type Sale } from './sale.ts';

/** In which the sale's own money came. What came in another one than euros goes back, and is never a seller's. */
export const currencyOf = ({ paymentId, foreign }: Pick<Sale, 'paymentId' | 'foreign'>): string =>
  (paymentId !== null && foreign[paymentId]) || EURO;

/** For answers that name a currency only where it is not the usual one. */
export const foreignCurrency = (sale: Pick<Sale, 'paymentId' | 'foreign'>): { currency?: string } =>
  currencyOf(sale) === EURO ? {} : { currency: currencyOf(sale) };

/** Of a payment that was told, the sale's own or one beyond it; undefined for any other. */
export const currencyOfPayment = (sale: Sale, paymentId: string | null): string | undefined => {
  if (paymentId === null) return undefined;
  return paymentId === sale.paymentId || sale.duplicates[paymentId] ? (sale.foreign[paymentId] ?? EURO) : undefined;
};

const currencyOfRefund = (sale: Sale, refundId: string): string => {
  const [paymentId] = Object.entries(sale.duplicates).find(([, each]) => isRefundOf(each, refundId)) ?? [];
  return paymentId === undefined ? currencyOf(sale) : (sale.foreign[paymentId] ?? EURO);
};

/** In which a fact names its sums. `sale`: as it was before the fact. */
export const currencyIn = ({ type, data }: TransactionEvent, sale: Sale): string => {
  switch (type) {
    case 'PaymentCaptured':
      return EURO;
    case 'PaymentMismatched':
    case 'LatePaymentReceived':
    case 'DuplicatePaymentReceived':
      return currencyCode(data.currency);
    case 'DuplicateRefundRequested':
    case 'RefundCameBack':
      return sale.foreign[data.paymentId] ?? EURO;
    case 'DuplicateRefundCompleted':
    case 'DuplicateRefundFailed':
    case 'RefundArrivedLate':
      return currencyOfRefund(sale, data.refundId);
    case 'RefundMadeByHand':
      return currencyOfPayment(sale, data.paymentId) ?? data.currency ?? currencyOf(sale);
    case 'ProviderFactRecorded':
    case 'LateChargebackOpened':
    case 'LateChargebackLost':
    case 'LateChargebackReversed':
      return data.currency ?? currencyOf(sale);
    default:
      return currencyOf(sale);
  }
};
