import { paymentOfRefund } from '../claims.ts';
import { foreignCurrency } from '../currency.ts';
import { heldMoney, lostToPayer, type Transaction } from '../state.ts';
import type { Refund } from '../stateShape.ts';
import { holdsNothing } from './chargebacks.ts';
import { escrowOver, frozen, inspectionStops } from './escrowPeriod.ts';
import { type Change, type Evolutions, nothing } from './evolution.ts';
import { hadTwice } from './outside.ts';
import { earlierRefunds } from './payment.ts';
import { watchOver } from './payouts.ts';
import { arrivedBack, type Back, type Done, failedAt, overAt, withoutArrival } from './refundWords.ts';

const refundBecomes = ({ refund }: Transaction, change: Partial<Refund>): Change => ({
  refund: refund && { ...refund, ...change },
});

/** What is owed of it goes back again like a payment that came twice: the sale itself has nothing to do with it any more. */
const cameBack = (data: Back, transaction: Transaction): Change => {
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

/** What is under way brings as much as it was asked for; once it has, or has failed, the rest is owed with it. */
const besideAnother = (underWay: Transaction['duplicates'][string], refundId: string, owed: number) => ({
  ...underWay,
  amount: underWay.amount + owed,
  earlier: [...underWay.earlier.filter((id) => id !== refundId), refundId],
});

/** Not each of these facts names the currency: it is that of the sale's own payment. */
const refundDone = (data: Done, transaction: Transaction): Change => ({
  ...refundBecomes(transaction, { state: 'done', watchUntil: null, retryAt: null }),
  ...arrivedBack({ ...data, ...foreignCurrency(transaction) }, transaction),
});

type Beyond = { ours: number; twice?: number | undefined };

/** What the refund under way had still to bring; of one whose money had gone elsewhere nothing is left to do. */
const leftToArrive = (transaction: Transaction, { refundId, amount, ours, twice = 0 }: Done & Beyond): Change => {
  if (transaction.refund?.id !== refundId) return {};
  return transaction.money === 'refunding'
    ? refundBecomes(transaction, { amount: transaction.refund.amount - (amount - ours - twice) })
    : refundBecomes(transaction, { state: 'done', watchUntil: null, retryAt: null });
};

export const moneyBack = {
  RefundRequested: ({ refundId, amount, toSeller, fee, watchUntil }, transaction) => ({
    ...escrowOver,
    refundCount: transaction.refundCount + 1,
    refund: {
      id: refundId,
      amount,
      toSeller,
      fee,
      whole: amount === heldMoney(transaction),
      due: amount + Math.max(0, transaction.refunded - lostToPayer(transaction)),
      attempt: 1,
      state: 'requested',
      watchUntil,
      retryAt: null,
      silent: false,
    },
  }),
  RefundFailed: (data, transaction) => ({
    ...refundBecomes(transaction, {
      state: 'failed',
      watchUntil: null,
      retryAt: data.retryAt,
      silent: data.saidAt === undefined,
    }),
    ...failedAt(transaction, data),
  }),
  RefundRetried: ({ refundId, attempt, watchUntil }, transaction) => ({
    ...refundBecomes(transaction, {
      id: refundId,
      state: 'requested',
      attempt,
      watchUntil,
      retryAt: null,
      silent: false,
    }),
    refundCount: transaction.refundCount + (refundId === transaction.refund?.id ? 0 : 1),
  }),
  RefundCompleted: (data, transaction) => ({ ...refundDone(data, transaction), ...holdsNothing(transaction) }),
  PartialRefundCompleted: refundDone,
  RefundCameBack: cameBack,
  RefundArrivedLate: (data, transaction) => ({
    ...arrivedBack(data, transaction),
    ...leftToArrive(transaction, data),
    ...(data.twice !== undefined &&
      hadTwice(transaction, paymentOfRefund(transaction, data.refundId) ?? '', data.twice)),
  }),
  StaffHoldPlaced: (data, transaction) => ({ ...frozen(data), ...inspectionStops(data, transaction) }),
  StaffHoldLifted: nothing,
  EscalatedToStaff: ({ cause }, transaction) => {
    if (cause === 'heldTooLong') return { escalateAt: null };
    if (cause === 'refundSilent') return refundBecomes(transaction, { watchUntil: null });
    return cause === 'payoutSilent' ? watchOver(transaction) : {};
  },
  EscalationRenewed: ({ escalateAt }) => ({ escalateAt }),
  LateClaimRecorded: nothing,
  CaseClosed: nothing,
} satisfies Partial<Evolutions>;
