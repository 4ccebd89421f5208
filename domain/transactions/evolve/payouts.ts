import type { Payout, Sale } from '../sale.ts';
import type { Evolutions } from './evolution.ts';

const IDLE = { runAt: null, askAt: null, watchUntil: null, retryAt: null };

const payoutBecomes = ({ payout }: Sale, change: Partial<Payout>): Partial<Sale> => ({
  payout: { ...payout, ...IDLE, ...change },
});

const backToWaiting = (_: unknown, sale: Sale): Partial<Sale> => payoutBecomes(sale, { failures: 0 });

export const payouts = {
  PayoutApproved: ({ runAt, amount }, sale) => payoutBecomes(sale, { runAt, amount, failures: 0 }),
  PayoutPostponed: ({ runAt }, sale) => payoutBecomes(sale, { runAt, failures: 0 }),
  PayoutApprovalWithdrawn: backToWaiting,
  PayoutInitiated: ({ payoutId, attempt, amount, askAt, watchUntil }, sale) =>
    payoutBecomes(sale, { id: payoutId, attempt, amount, askAt, watchUntil }),
  PayoutCompleted: ({ amount, rateUntil }, sale) => ({
    ...payoutBecomes(sale, { failures: 0 }),
    paidOut: sale.paidOut + amount,
    rateUntil: sale.rateUntil ?? rateUntil,
  }),
  PayoutFailed: ({ retryAt }, sale) => payoutBecomes(sale, { retryAt, failures: sale.payout.failures + 1 }),
  PayoutRefused: backToWaiting,
  PayoutReturned: ({ amount }, sale) => ({
    ...payoutBecomes(sale, { failures: 0 }),
    paidOut: sale.paidOut - amount,
  }),
} satisfies Partial<Evolutions>;

/** Silence on the payout's watch is told to the staff once; the attempt stays the live one. */
export const watchOver = (sale: Sale): Partial<Sale> => ({ payout: { ...sale.payout, watchUntil: null } });
