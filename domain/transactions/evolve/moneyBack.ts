import { heldMoney, type Sale } from '../sale.ts';
import type { Refund } from '../saleShape.ts';
import { holdsNothing } from './chargebacks.ts';
import { escrowOver, frozen, inspectionStops } from './escrowPeriod.ts';
import { type Change, type Evolutions, nothing } from './evolution.ts';
import { watchOver } from './payouts.ts';

const refundBecomes = ({ refund }: Sale, change: Partial<Refund>): Change => ({
  refund: refund && { ...refund, ...change },
});

type Done = { refundId: string; amount: number; at: number; currency?: string | undefined };

/** The payer has it. */
export const arrivedBack = (
  { refundId, amount, at, currency }: Done,
  { refundsDone }: Sale,
): Pick<Sale, 'refundsDone'> => {
  const sum = (refundsDone[refundId]?.amount ?? 0) + amount;
  return {
    refundsDone: { ...refundsDone, [refundId]: { amount: sum, at, ...(currency !== undefined && { currency }) } },
  };
};

type Back = { refundId: string; paymentId: string; amount: number; at: number };

/** It goes back again like a payment that came twice: the sale itself has nothing to do with it any more. */
const cameBack = ({ refundId, paymentId, amount, at }: Back, sale: Sale): Change => {
  const { [refundId]: _, ...refundsDone } = sale.refundsDone;
  const before = sale.duplicates[paymentId];
  const left = before && before.state !== 'done' ? before.amount : 0;
  const earlier = before ? [...before.earlier, before.refundId].filter((id) => id !== refundId) : [];
  const owed = {
    refundId,
    amount: left + amount,
    earlier,
    attempt: before?.attempt ?? 1,
    state: 'failed' as const,
    retryAt: null,
  };
  return {
    refundsDone,
    refundsBack: { ...sale.refundsBack, [refundId]: at },
    duplicates: { ...sale.duplicates, [paymentId]: owed },
  };
};

const refundDone = (data: Done, sale: Sale): Change => ({
  ...refundBecomes(sale, { state: 'done', watchUntil: null, retryAt: null }),
  ...arrivedBack(data, sale),
});

/** What the refund under way had still to bring; of one whose money had gone elsewhere nothing is left to do. */
const leftToArrive = (sale: Sale, { refundId, amount, ours }: Done & { ours: number }): Change => {
  if (sale.refund?.id !== refundId) return {};
  return sale.money === 'refunding'
    ? refundBecomes(sale, { amount: sale.refund.amount - (amount - ours) })
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
      attempt: 1,
      state: 'requested',
      watchUntil,
      retryAt: null,
    },
  }),
  RefundFailed: ({ retryAt }, sale) => refundBecomes(sale, { state: 'failed', watchUntil: null, retryAt }),
  RefundRetried: ({ refundId, attempt, watchUntil }, sale) => ({
    ...refundBecomes(sale, { id: refundId, state: 'requested', attempt, watchUntil, retryAt: null }),
    refundCount: sale.refundCount + (refundId === sale.refund?.id ? 0 : 1),
  }),
  RefundCompleted: (data, sale) => ({ ...refundDone(data, sale), ...holdsNothing(sale) }),
  PartialRefundCompleted: refundDone,
  RefundCameBack: cameBack,
  RefundArrivedLate: (data, sale) => ({ ...arrivedBack(data, sale), ...leftToArrive(sale, data) }),
  StaffHoldPlaced: (data, sale) => ({ ...frozen(data), ...inspectionStops(data, sale) }),
  StaffHoldLifted: nothing,
  EscalatedToStaff: ({ cause }, sale) => {
    if (cause === 'heldTooLong') return { escalateAt: null };
    return cause === 'payoutSilent' ? watchOver(sale) : {};
  },
  EscalationRenewed: ({ escalateAt }) => ({ escalateAt }),
  LateClaimRecorded: nothing,
  CaseClosed: nothing,
} satisfies Partial<Evolutions>;
