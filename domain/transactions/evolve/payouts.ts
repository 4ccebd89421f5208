import { EURO } from '../../shared/currencies.ts';
import { currencyOf } from '../currency.ts';
import type { Transaction } from '../state.ts';
import type { Chargeback, Payout, PayoutAttempt } from '../stateShape.ts';
import { holdsNothing } from './chargebacks.ts';
import type { Change, Evolutions } from './evolution.ts';
import { failedAt } from './refundWords.ts';

const IDLE = { runAt: null, askAt: null, watchUntil: null, retryAt: null };

const payoutBecomes = ({ payout }: Transaction, change: Partial<Payout>): Pick<Transaction, 'payout'> => ({
  payout: { ...payout, ...IDLE, ...change },
});

const NEW: PayoutAttempt = { asked: 0, state: 'live', over: 0, paidAt: 0, failedAt: 0 };

const attemptBecomes = ({ payoutAttempts }: Transaction, payoutId: string, change: Partial<PayoutAttempt>) => ({
  payoutAttempts: { ...payoutAttempts, [payoutId]: { ...NEW, ...payoutAttempts[payoutId], ...change } },
});

const backToWaiting = (_: unknown, transaction: Transaction): Change => payoutBecomes(transaction, { failures: 0 });

type Arrival = { payoutId: string; amount: number; rateUntil: number; kept?: number | undefined };

/** The seller has what was due. A claim of the payer's bank that held it has come too late for that. */
const arrived = ({ payoutId, amount, rateUntil, kept }: Arrival, transaction: Transaction) => ({
  ...(kept !== undefined && { released: transaction.released && { ...transaction.released, toSeller: amount } }),
  ...payoutBecomes(transaction, { id: payoutId, amount, failures: 0 }),
  rateUntil: transaction.rateUntil ?? rateUntil,
  ...holdsNothing(transaction),
});

/** `change` cents more, or fewer, that the seller has beyond what was due. */
const overpaidBy = (
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

export const payouts = {
  PayoutApproved: ({ runAt, amount }, transaction) => payoutBecomes(transaction, { runAt, amount, failures: 0 }),
  // in the place of a retry it is still the same series of failures
  PayoutPostponed: ({ runAt }, transaction) =>
    payoutBecomes(transaction, {
      runAt,
      failures: transaction.payout.retryAt === null ? 0 : transaction.payout.failures,
    }),
  PayoutApprovalWithdrawn: backToWaiting,
  PayoutInitiated: ({ payoutId, attempt, amount, askAt, watchUntil }, transaction) => ({
    ...payoutBecomes(transaction, { id: payoutId, attempt, amount, askAt, watchUntil }),
    ...attemptBecomes(transaction, payoutId, { asked: amount }),
  }),
  PayoutCompleted: ({ payoutId, paidAt, rateUntil }, transaction) => ({
    ...payoutBecomes(transaction, { failures: 0 }),
    ...attemptBecomes(transaction, payoutId, { state: 'paid', paidAt }),
    rateUntil: transaction.rateUntil ?? rateUntil,
  }),
  PayoutFailed: ({ payoutId, retryAt, saidAt = 0 }, transaction) => ({
    ...payoutBecomes(transaction, { retryAt, failures: transaction.payout.failures + 1 }),
    ...attemptBecomes(transaction, payoutId, { state: 'failed', failedAt: saidAt }),
  }),
  PayoutRefused: ({ payoutId, saidAt = 0 }, transaction) => ({
    ...payoutBecomes(transaction, { failures: 0 }),
    ...attemptBecomes(transaction, payoutId, { state: 'failed', failedAt: saidAt }),
  }),
  PayoutReturned: ({ payoutId }, transaction) => ({
    ...payoutBecomes(transaction, { failures: 0 }),
    ...attemptBecomes(transaction, payoutId, { state: 'returned' }),
  }),
  PayoutArrivedLate: (data, transaction) => ({
    ...arrived(data, transaction),
    ...attemptBecomes(transaction, data.payoutId, { state: 'paid', paidAt: data.paidAt }),
  }),
  PayoutOverpaid: ({ payoutId, amount, paidAt }, transaction) =>
    overpaidBy(amount, payoutId, transaction, { state: 'paid', paidAt }),
  OverpaymentCounted: (data, transaction) => ({
    ...arrived(data, transaction),
    ...overpaidBy(-data.amount, data.payoutId, transaction),
  }),
  OverpaymentReturned: ({ payoutId, amount }, transaction) =>
    overpaidBy(-amount, payoutId, transaction, { state: 'returned' }),
  // what overtook the news that came before it: that news means nothing any more
  ProviderFactRecorded: ({ kind, reference, amount, currency = EURO, saidAt }, transaction) => {
    if (kind === 'chargeback.won') {
      const won: Chargeback = { amount: amount ?? 0, stands: 'won', back: amount ?? 0 };
      if (currency !== currencyOf(transaction)) won.currency = currency;
      if (saidAt !== undefined) won.wonAt = saidAt;
      return { chargebacks: { ...transaction.chargebacks, [reference]: won } };
    }
    if (kind === 'refund.failed') return failedAt(transaction, { providerRefundId: reference, saidAt });
    return kind === 'payout.returned' && transaction.payoutAttempts[reference]?.state === 'failed'
      ? attemptBecomes(transaction, reference, { state: 'returned' })
      : {};
  },
} satisfies Partial<Evolutions>;

/** Silence on the payout's watch is told to the staff once; the attempt stays the live one. */
export const watchOver = (transaction: Transaction): Change => ({
  payout: { ...transaction.payout, watchUntil: null },
});
