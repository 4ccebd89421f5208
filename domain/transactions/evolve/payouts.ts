import type { Transaction } from '../state.ts';
import type { Payout, PayoutAttempt } from '../stateShape.ts';
import type { Change } from './change.ts';
import { holdsNothing } from './chargebacks.ts';

const IDLE = { runAt: null, askAt: null, watchUntil: null, retryAt: null };

export const payoutBecomes = ({ payout }: Transaction, change: Partial<Payout>): Pick<Transaction, 'payout'> => ({
  payout: { ...payout, ...IDLE, ...change },
});

const NEW: PayoutAttempt = { asked: 0, state: 'live', over: 0, paidAt: 0, failedAt: 0 };

export const attemptBecomes = ({ payoutAttempts }: Transaction, payoutId: string, change: Partial<PayoutAttempt>) => ({
  payoutAttempts: { ...payoutAttempts, [payoutId]: { ...NEW, ...payoutAttempts[payoutId], ...change } },
});

export const backToWaiting = (_: unknown, transaction: Transaction): Change =>
  payoutBecomes(transaction, { failures: 0 });

type Arrival = { payoutId: string; amount: number; rateUntil: number; kept?: number | undefined };

/** The seller has the money that was due, so open chargebacks come too late to hold it. */
export const arrived = ({ payoutId, amount, rateUntil, kept }: Arrival, transaction: Transaction) => ({
  ...(kept !== undefined && { released: transaction.released && { ...transaction.released, toSeller: amount } }),
  ...payoutBecomes(transaction, { id: payoutId, amount, failures: 0 }),
  rateUntil: transaction.rateUntil ?? rateUntil,
  ...holdsNothing(transaction),
});

/** Changes what the seller has beyond the sum that was due. */
export const overpaidBy = (
  change: number,
  payoutId: string,
  transaction: Transaction,
  attempt: Partial<PayoutAttempt> = {},
) => ({
  ...attemptBecomes(transaction, payoutId, {
    over: (transaction.payoutAttempts[payoutId]?.over ?? 0) + change,
    ...attempt,
  }),
});

/** Staff hear once that the provider is silent about a payout; the attempt stays live. */
export const watchOver = (transaction: Transaction): Change => ({
  payout: { ...transaction.payout, watchUntil: null },
});
