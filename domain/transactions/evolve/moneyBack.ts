import { paymentOfRefund } from '../claims.ts';
import { foreignCurrency } from '../currency.ts';
import { heldMoney, lostToPayer, type Sale } from '../state.ts';
import type { Refund } from '../stateShape.ts';
import { holdsNothing } from './chargebacks.ts';
import { escrowOver, frozen, inspectionStops } from './escrowPeriod.ts';
import { type Change, type Evolutions, nothing } from './evolution.ts';
import { hadTwice } from './outside.ts';
import { earlierRefunds } from './payment.ts';
import { watchOver } from './payouts.ts';
import { arrivedBack, type Back, type Done, failedAt, overAt, withoutArrival } from './refundWords.ts';

const refundBecomes = ({ refund }: Sale, change: Partial<Refund>): Change => ({
  refund: refund && { ...refund, ...change },
});

/** What is owed of it goes back again like a payment that came twice: the sale itself has nothing to do with it any more. */
const cameBack = (data: Back, sale: Sale): Change => {
  const { refundId, paymentId, ours = 0, twice = 0, at, providerRefundId = refundId, saidAt = at } = data;
  const gone = {
    refundsDone: withoutArrival(sale, data),
    refundsBack: overAt(sale, providerRefundId, saidAt),
    ...(twice > 0 && hadTwice(sale, paymentId, -twice)),
  };
  const amount = data.amount - twice;
  if (ours === amount) return gone;
  const before = sale.duplicates[paymentId];
  const left = before && before.state !== 'done' ? before.amount : 0;
  if (before?.state === 'requested' && before.refundId !== refundId)
    return { ...gone, duplicates: { ...sale.duplicates, [paymentId]: besideAnother(before, refundId, amount - ours) } };
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
    duplicates: { ...sale.duplicates, [paymentId]: owed },
  };
};

/** What is under way brings as much as it was asked for; once it has, or has failed, the rest is owed with it. */
const besideAnother = (underWay: Sale['duplicates'][string], refundId: string, owed: number) => ({
  ...underWay,
  amount: underWay.amount + owed,
  earlier: [...underWay.earlier.filter((id) => id !== refundId), refundId],
});

/** Not each of these facts names the currency: it is that of the sale's own payment. */
const refundDone = (data: Done, sale: Sale): Change => ({
  ...refundBecomes(sale, { state: 'done', watchUntil: null, retryAt: null }),
  ...arrivedBack({ ...data, ...foreignCurrency(sale) }, sale),
});

type Beyond = { ours: number; twice?: number | undefined };

/** What the refund under way had still to bring; of one whose money had gone elsewhere nothing is left to do. */
const leftToArrive = (sale: Sale, { refundId, amount, ours, twice = 0 }: Done & Beyond): Change => {
  if (sale.refund?.id !== refundId) return {};
  return sale.money === 'refunding'
    ? refundBecomes(sale, { amount: sale.refund.amount - (amount - ours - twice) })
    : refundBecomes(sale, { state: 'done', watchUntil: null, retryAt: null });
};

export const moneyBack = {
  RefundRequested: ({ refundId, amount, toSeller, fee, watchUntil }, sale) => ({
    ...escrowOver,
    refundCount: sale.refundCount + 1,
    refund: {
      id: refundId,
      amount,
      toSeller,
      fee,
      whole: amount === heldMoney(sale),
      due: amount + Math.max(0, sale.refunded - lostToPayer(sale)),
      attempt: 1,
      state: 'requested',
      watchUntil,
      retryAt: null,
      silent: false,
    },
  }),
  RefundFailed: (data, sale) => ({
    ...refundBecomes(sale, {
      state: 'failed',
      watchUntil: null,
      retryAt: data.retryAt,
      silent: data.saidAt === undefined,
    }),
    ...failedAt(sale, data),
  }),
  RefundRetried: ({ refundId, attempt, watchUntil }, sale) => ({
    ...refundBecomes(sale, { id: refundId, state: 'requested', attempt, watchUntil, retryAt: null, silent: false }),
    refundCount: sale.refundCount + (refundId === sale.refund?.id ? 0 : 1),
  }),
  RefundCompleted: (data, sale) => ({ ...refundDone(data, sale), ...holdsNothing(sale) }),
  PartialRefundCompleted: refundDone,
  RefundCameBack: cameBack,
  RefundArrivedLate: (data, sale) => ({
    ...arrivedBack(data, sale),
    ...leftToArrive(sale, data),
    ...(data.twice !== undefined && hadTwice(sale, paymentOfRefund(sale, data.refundId) ?? '', data.twice)),
  }),
  StaffHoldPlaced: (data, sale) => ({ ...frozen(data), ...inspectionStops(data, sale) }),
  StaffHoldLifted: nothing,
  EscalatedToStaff: ({ cause }, sale) => {
    if (cause === 'heldTooLong') return { escalateAt: null };
    if (cause === 'refundSilent') return refundBecomes(sale, { watchUntil: null });
    return cause === 'payoutSilent' ? watchOver(sale) : {};
  },
  EscalationRenewed: ({ escalateAt }) => ({ escalateAt }),
  LateClaimRecorded: nothing,
  CaseClosed: nothing,
} satisfies Partial<Evolutions>;
