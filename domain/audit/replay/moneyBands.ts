import type { Cents } from '../../shared/money.ts';
import type { Transaction } from '../../transactions/state.ts';

/** Where the money of a transaction is, as the sums that a band shows. */
export const MONEY_BANDS = {
  escrow: ({ inEscrow }) => inEscrow,
  payable: ({ payable, payoutInTransit }) => payable + payoutInTransit,
  paidOut: ({ paidOut }) => paidOut,
  refunded: ({ refunded, refundInTransit }) => refunded + refundInTransit,
  chargedBack: ({ chargedBack }) => chargedBack,
} as const satisfies Record<string, (transaction: Transaction) => Cents>;
export type MoneyBand = keyof typeof MONEY_BANDS;
export const MONEY_BAND_NAMES = Object.keys(MONEY_BANDS) as MoneyBand[];
