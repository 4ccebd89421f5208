import { isOutside } from '../settledOutside.ts';
import type { Transaction } from '../state.ts';

type RefundStatement = {
  refundId: string;
  at: number;
  providerRefundId?: string | undefined;
  saidAt?: number | undefined;
};
export type RefundArrival = RefundStatement & {
  amount: number;
  currency?: string | undefined;
  paymentId?: string | null;
  ours?: number;
  byPayment?: true | undefined;
};
type RefundDone = Transaction['refundsDone'][string];

/** Records a refund that reached the payer. A payment outside the provider does not count: the provider's refund may still arrive. */
export const arrivedBack = (
  { refundId, amount, at, currency, paymentId, ours, byPayment, providerRefundId, saidAt = at }: RefundArrival,
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

export type RefundReturn = RefundStatement & {
  paymentId: string;
  amount: number;
  ours?: number | undefined;
  twice?: number | undefined;
};

/** Removes one arrival of a refund; without other arrivals it removes the refund. */
export const withoutArrival = (
  { refundsDone }: Transaction,
  { refundId, providerRefundId = '', amount }: RefundReturn,
) => {
  const { [refundId]: done, ...others } = refundsDone;
  const { [providerRefundId]: back, ...arrivals } = done?.arrivals ?? {};
  if (!done || !back || Object.keys(arrivals).length === 0) return others;
  return { ...refundsDone, [refundId]: { ...done, amount: done.amount - amount, arrivals } };
};

/** Statements about this refund from before `at` no longer count. */
export const overAt = ({ refundsBack }: Transaction, key: string, at: number): Transaction['refundsBack'] => ({
  ...refundsBack,
  [key]: Math.max(refundsBack[key] ?? 0, at),
});
/** Without the provider's own id the statement may be about any attempt, so it outdates none. */
export const failedAt = (
  transaction: Transaction,
  { providerRefundId, saidAt }: Partial<RefundStatement>,
): Partial<Pick<Transaction, 'refundsBack'>> =>
  providerRefundId === undefined || saidAt === undefined
    ? {}
    : { refundsBack: overAt(transaction, providerRefundId, saidAt) };
