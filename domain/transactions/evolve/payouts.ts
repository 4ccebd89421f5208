import { EURO } from '../../shared/currencies.ts';
import { currencyOf } from '../currency.ts';
import type { Sale } from '../state.ts';
import type { Chargeback, Payout, PayoutAttempt } from '../stateShape.ts';
import { holdsNothing } from './chargebacks.ts';
import type { Change, Evolutions } from './evolution.ts';
import { failedAt } from './refundWords.ts';

const IDLE = { runAt: null, askAt: null, watchUntil: null, retryAt: null };

const payoutBecomes = ({ payout }: Sale, change: Partial<Payout>): Pick<Sale, 'payout'> => ({
  payout: { ...payout, ...IDLE, ...change },
});

const NEW: PayoutAttempt = { asked: 0, state: 'live', over: 0, paidAt: 0, failedAt: 0 };

const attemptBecomes = ({ payoutAttempts }: Sale, payoutId: string, change: Partial<PayoutAttempt>) => ({
  payoutAttempts: { ...payoutAttempts, [payoutId]: { ...NEW, ...payoutAttempts[payoutId], ...change } },
});

const backToWaiting = (_: unknown, sale: Sale): Change => payoutBecomes(sale, { failures: 0 });

type Arrival = { payoutId: string; amount: number; rateUntil: number; kept?: number | undefined };

/** The seller has what was due. A claim of the payer's bank that held it has come too late for that. */
const arrived = ({ payoutId, amount, rateUntil, kept }: Arrival, sale: Sale) => ({
  ...(kept !== undefined && { released: sale.released && { ...sale.released, toSeller: amount } }),
  ...payoutBecomes(sale, { id: payoutId, amount, failures: 0 }),
  rateUntil: sale.rateUntil ?? rateUntil,
  ...holdsNothing(sale),
});

/** `change` cents more, or fewer, that the seller has beyond what was due. */
const overpaidBy = (change: number, payoutId: string, sale: Sale, attempt: Partial<PayoutAttempt> = {}) => ({
  ...attemptBecomes(sale, payoutId, { over: (sale.payoutAttempts[payoutId]?.over ?? 0) + change, ...attempt }),
});

export const payouts = {
  PayoutApproved: ({ runAt, amount }, sale) => payoutBecomes(sale, { runAt, amount, failures: 0 }),
  // in the place of a retry it is still the same series of failures
  PayoutPostponed: ({ runAt }, sale) =>
    payoutBecomes(sale, { runAt, failures: sale.payout.retryAt === null ? 0 : sale.payout.failures }),
  PayoutApprovalWithdrawn: backToWaiting,
  PayoutInitiated: ({ payoutId, attempt, amount, askAt, watchUntil }, sale) => ({
    ...payoutBecomes(sale, { id: payoutId, attempt, amount, askAt, watchUntil }),
    ...attemptBecomes(sale, payoutId, { asked: amount }),
  }),
  PayoutCompleted: ({ payoutId, paidAt, rateUntil }, sale) => ({
    ...payoutBecomes(sale, { failures: 0 }),
    ...attemptBecomes(sale, payoutId, { state: 'paid', paidAt }),
    rateUntil: sale.rateUntil ?? rateUntil,
  }),
  PayoutFailed: ({ payoutId, retryAt, saidAt = 0 }, sale) => ({
    ...payoutBecomes(sale, { retryAt, failures: sale.payout.failures + 1 }),
    ...attemptBecomes(sale, payoutId, { state: 'failed', failedAt: saidAt }),
  }),
  PayoutRefused: ({ payoutId, saidAt = 0 }, sale) => ({
    ...payoutBecomes(sale, { failures: 0 }),
    ...attemptBecomes(sale, payoutId, { state: 'failed', failedAt: saidAt }),
  }),
  PayoutReturned: ({ payoutId }, sale) => ({
    ...payoutBecomes(sale, { failures: 0 }),
    ...attemptBecomes(sale, payoutId, { state: 'returned' }),
  }),
  PayoutArrivedLate: (data, sale) => ({
    ...arrived(data, sale),
    ...attemptBecomes(sale, data.payoutId, { state: 'paid', paidAt: data.paidAt }),
  }),
  PayoutOverpaid: ({ payoutId, amount, paidAt }, sale) => overpaidBy(amount, payoutId, sale, { state: 'paid', paidAt }),
  OverpaymentCounted: (data, sale) => ({ ...arrived(data, sale), ...overpaidBy(-data.amount, data.payoutId, sale) }),
  OverpaymentReturned: ({ payoutId, amount }, sale) => overpaidBy(-amount, payoutId, sale, { state: 'returned' }),
  // what overtook the news that came before it: that news means nothing any more
  ProviderFactRecorded: ({ kind, reference, amount, currency = EURO, saidAt }, sale) => {
    if (kind === 'chargeback.won') {
      const won: Chargeback = { amount: amount ?? 0, stands: 'won', back: amount ?? 0 };
      if (currency !== currencyOf(sale)) won.currency = currency;
      if (saidAt !== undefined) won.wonAt = saidAt;
      return { chargebacks: { ...sale.chargebacks, [reference]: won } };
    }
    if (kind === 'refund.failed') return failedAt(sale, { providerRefundId: reference, saidAt });
    return kind === 'payout.returned' && sale.payoutAttempts[reference]?.state === 'failed'
      ? attemptBecomes(sale, reference, { state: 'returned' })
      : {};
  },
} satisfies Partial<Evolutions>;

/** Silence on the payout's watch is told to the staff once; the attempt stays the live one. */
export const watchOver = (sale: Sale): Change => ({ payout: { ...sale.payout, watchUntil: null } });
