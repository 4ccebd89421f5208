import { isOutside } from '../settledOutside.ts';
import type { Transaction } from '../state.ts';

type Word = { refundId: string; at: number; providerRefundId?: string | undefined; saidAt?: number | undefined };
export type Done = Word & {
  amount: number;
  currency?: string | undefined;
  paymentId?: string | null;
  ours?: number;
  byPayment?: true | undefined;
};
type RefundDone = Transaction['refundsDone'][string];

/** Notes that a refund has arrived with its payer; what was paid outside the provider is none of its, and one of its may still come. */
export const arrivedBack = (
  { refundId, amount, at, currency, paymentId, ours, byPayment, providerRefundId, saidAt = at }: Done,
  { refundsDone }: Transaction,
): Partial<Pick<Transaction, 'refundsDone'>> => {
  if (isOutside(providerRefundId)) return {};
  const before = refundsDone[refundId];
  const done: RefundDone = { amount: (before?.amount ?? 0) + amount, at: saidAt };
  if (currency !== undefined) done.currency = currency;
  if (paymentId) done.paymentId = paymentId;
  if (byPayment && ours) done.ours = ours;
  if (providerRefundId !== undefined) {
    const sum = (before?.arrivals?.[providerRefundId]?.amount ?? 0) + amount;
    done.arrivals = { ...before?.arrivals, [providerRefundId]: { amount: sum, at: saidAt } };
  } else if (before?.arrivals) done.arrivals = before.arrivals;
  return { refundsDone: { ...refundsDone, [refundId]: done } };
};

export type Back = Word & {
  paymentId: string;
  amount: number;
  ours?: number | undefined;
  twice?: number | undefined;
};

/** One of several refunds of the provider under this id, or all that came under it. */
export const withoutArrival = ({ refundsDone }: Transaction, { refundId, providerRefundId = '', amount }: Back) => {
  const { [refundId]: done, ...others } = refundsDone;
  const { [providerRefundId]: back, ...arrivals } = done?.arrivals ?? {};
  if (!done || !back || Object.keys(arrivals).length === 0) return others;
  return { ...refundsDone, [refundId]: { ...done, amount: done.amount - amount, arrivals } };
};

/** News of this refund of the provider from before is none any more. */
export const overAt = ({ refundsBack }: Transaction, key: string, at: number): Transaction['refundsBack'] => ({
  ...refundsBack,
  [key]: Math.max(refundsBack[key] ?? 0, at),
});
/** What names none of the provider's may be about any try under our id. */
export const failedAt = (
  transaction: Transaction,
  { providerRefundId, saidAt }: Partial<Word>,
): Partial<Pick<Transaction, 'refundsBack'>> =>
  providerRefundId === undefined || saidAt === undefined
    ? {}
    : { refundsBack: overAt(transaction, providerRefundId, saidAt) };
