import type { Cents } from '../../shared/money.ts';
import type { Transaction } from '../../transactions/state.ts';

/** Where the money of a transaction is, as the sums that a band shows. They add up to what was captured and what we covered. */
export const MONEY_BANDS = {
  escrow: ({ inEscrow }) => inEscrow,
  payable: ({ payable, payoutInTransit, keptForSeller }) => payable + payoutInTransit + keptForSeller,
  paidOut: ({ paidOut, overpaid, keptPaid }) => paidOut + overpaid + keptPaid,
  refunded: ({ refunded, refundInTransit, refundedTwice }) => refunded + refundInTransit + refundedTwice,
  chargedBack: ({ chargedBack }) => chargedBack,
  fee: ({ feeTaken }) => feeTaken,
} as const satisfies Record<string, (transaction: Transaction) => Cents>;
export type MoneyBand = keyof typeof MONEY_BANDS;
export const MONEY_BAND_NAMES = Object.keys(MONEY_BANDS) as MoneyBand[];
