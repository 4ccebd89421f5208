import { foreignCurrency } from '../currency.ts';
import type { Transaction } from '../state.ts';
import type { Refund } from '../stateShape.ts';
import type { Change } from './change.ts';
import { hadTwice } from './outsideSettlements.ts';
import { earlierRefunds } from './payment.ts';
import { arrivedBack, overAt, type RefundArrival, type RefundReturn, withoutArrival } from './refundStatements.ts';

export const refundBecomes = ({ refund }: Transaction, change: Partial<Refund>): Change => ({
  refund: refund && { ...refund, ...change },
});

/** A returned refund goes back to the payer like a duplicate payment; the rest of the transaction is not affected. */
export const cameBack = (data: RefundReturn, transaction: Transaction): Change => {
  const { refundId, paymentId, ours = 0, twice = 0, at, providerRefundId = refundId, saidAt = at } = data;
  const gone = {
    refundsDone: withoutArrival(transaction, data),
    refundsBack: overAt(transaction, providerRefundId, saidAt),
    ...(twice > 0 && hadTwice(transaction, paymentId, -twice)),
  };
  const amount = data.amount - twice;
  if (ours === amount) return gone;
  const before = transaction.duplicates[paymentId];
  const left = before && before.state !== 'done' ? before.amount : 0;
  if (before?.state === 'requested' && before.refundId !== refundId)
    return {
      ...gone,
      duplicates: { ...transaction.duplicates, [paymentId]: besideAnother(before, refundId, amount - ours) },
    };
  const earlier = earlierRefunds(before).filter((id) => id !== refundId);
  const owed = {
    refundId,
    amount: left + amount - ours,
    earlier,
    attempt: before?.attempt ?? 1,
    state: 'failed' as const,
    retryAt: null,
  };
  return {
    ...gone,
    duplicates: { ...transaction.duplicates, [paymentId]: owed },
  };
};

/** A refund under way brings only the sum it was requested for, so the new debt is added for the next one. */
const besideAnother = (underWay: Transaction['duplicates'][string], refundId: string, owed: number) => ({
  ...underWay,
  amount: underWay.amount + owed,
  earlier: [...underWay.earlier.filter((id) => id !== refundId), refundId],
});

/** These events may lack a currency, which is that of the first payment. */
export const refundDone = (data: RefundArrival, transaction: Transaction): Change => ({
  ...refundBecomes(transaction, { state: 'done', watchUntil: null, retryAt: null }),
  ...arrivedBack({ ...data, ...foreignCurrency(transaction) }, transaction),
});

type Beyond = { ours: number; twice?: number | undefined };

/** Reduces the refund under way. A refund whose money went elsewhere is done. */
export const leftToArrive = (
  transaction: Transaction,
  { refundId, amount, ours, twice = 0 }: RefundArrival & Beyond,
): Change => {
  if (transaction.refund?.id !== refundId) return {};
  return transaction.money === 'refunding'
    ? refundBecomes(transaction, { amount: transaction.refund.amount - (amount - ours - twice) })
    : refundBecomes(transaction, { state: 'done', watchUntil: null, retryAt: null });
};
