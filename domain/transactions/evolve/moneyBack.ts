import type { Sale } from '../sale.ts';
import type { Refund } from '../saleShape.ts';
import { escrowOver, frozen, inspectionStops } from './escrowPeriod.ts';
import { type Change, type Evolutions, nothing } from './evolution.ts';
import { watchOver } from './payouts.ts';

const refundBecomes = ({ refund }: Sale, change: Partial<Refund>): Change => ({
  refund: refund && { ...refund, ...change },
});

type Done = { refundId: string; amount: number; at: number };

/** The payer has it. */
export const arrivedBack = ({ refundId, amount, at }: Done, { refundsDone }: Sale): Pick<Sale, 'refundsDone'> => ({
  refundsDone: { ...refundsDone, [refundId]: { amount, at } },
});

const refundDone = (data: Done, sale: Sale): Change => ({
  ...refundBecomes(sale, { state: 'done', watchUntil: null, retryAt: null }),
  ...arrivedBack(data, sale),
});

const chargebackStands = (
  sale: Sale,
  id: string,
  stands: Sale['chargebacks'][string],
): Pick<Sale, 'chargebacks' | 'chargebackCase'> => ({
  chargebacks: { ...sale.chargebacks, [id]: stands },
  chargebackCase: null,
});

export const moneyBack = {
  RefundRequested: ({ refundId, amount, toSeller, fee, watchUntil }, sale) => ({
    ...escrowOver,
    refundCount: sale.refundCount + 1,
    refund: { id: refundId, amount, toSeller, fee, attempt: 1, state: 'requested', watchUntil, retryAt: null },
  }),
  RefundFailed: ({ retryAt }, sale) => refundBecomes(sale, { state: 'failed', watchUntil: null, retryAt }),
  RefundRetried: ({ attempt, watchUntil }, sale) =>
    refundBecomes(sale, { state: 'requested', attempt, watchUntil, retryAt: null }),
  RefundCompleted: refundDone,
  PartialRefundCompleted: refundDone,
  ChargebackOpened: ({ at, chargebackId, amount, remaining }, sale) => ({
    ...frozen({ remaining }),
    ...inspectionStops({ at }, sale),
    ...chargebackStands(sale, chargebackId, 'open'),
    chargebackCase: { id: chargebackId, amount },
  }),
  ChargebackWon: ({ chargebackId }, sale) => chargebackStands(sale, chargebackId, 'won'),
  ChargebackLost: ({ chargebackId }, sale) => ({
    ...escrowOver,
    ...chargebackStands(sale, chargebackId, 'lost'),
    released: null,
  }),
  ChargebackPartlyLost: ({ chargebackId, amount }, sale) => ({
    ...chargebackStands(sale, chargebackId, 'lost'),
    released: sale.released && { ...sale.released, toSeller: sale.released.toSeller - amount },
  }),
  LateChargebackOpened: ({ chargebackId }, sale) => ({
    chargebacks: { ...sale.chargebacks, [chargebackId]: 'lateOpen' },
  }),
  LateChargebackWon: ({ chargebackId }, sale) => ({ chargebacks: { ...sale.chargebacks, [chargebackId]: 'won' } }),
  LateChargebackLost: ({ chargebackId }, sale) => ({ chargebacks: { ...sale.chargebacks, [chargebackId]: 'lost' } }),
  StaffHoldPlaced: (data, sale) => ({ ...frozen(data), ...inspectionStops(data, sale) }),
  StaffHoldLifted: nothing,
  EscalatedToStaff: ({ cause }, sale) => {
    if (cause === 'heldTooLong') return { escalateAt: null };
    return cause === 'payoutSilent' ? watchOver(sale) : {};
  },
  LateClaimRecorded: nothing,
  CaseClosed: nothing,
} satisfies Partial<Evolutions>;
