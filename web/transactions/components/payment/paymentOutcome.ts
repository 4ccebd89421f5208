import type { TransactionView } from '#application/contract/transactions.ts';

type PaymentOutcome = 'paid' | 'processing' | 'failed' | 'ended' | 'open';

/** Outcome of a payment. `open`: not reported by the provider yet; `processing`: the bank is working on it. */
export const paymentOutcome = (
  transaction: Pick<TransactionView, 'status' | 'paymentHistory' | 'deadlines'>,
): PaymentOutcome => {
  const happened = (event: string) => transaction.paymentHistory.some((entry) => entry.event === event);
  if (happened('PaymentCaptured')) return 'paid';
  if (transaction.status === 'PAYMENT_FAILED') return 'failed';
  if (transaction.status !== 'CREATED' && transaction.status !== 'PAYMENT_PENDING') return 'ended';
  return transaction.deadlines.some(({ kind }) => kind === 'settlement') ? 'processing' : 'open';
};

export const FIRST_WAIT = 3_000;
const ASK_EVERY = 1_500;
/** How long to wait for the provider before the screen says that it is late. */
export const PATIENCE = 45_000;

/** Milliseconds until the next poll; false once the outcome is known or the wait is over. */
export const askAgainIn = (outcome: PaymentOutcome | undefined, waited: number): number | false => {
  const undecided = outcome === undefined || outcome === 'open';
  return undecided && waited < PATIENCE ? ASK_EVERY : false;
};
