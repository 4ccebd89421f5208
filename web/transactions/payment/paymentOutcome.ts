import type { TransactionView } from '#application/contract/transactions.ts';

type PaymentOutcome = 'paid' | 'processing' | 'failed' | 'ended' | 'open';

/** What the read model says of a payment. `open`: the provider's word has not come yet; `processing`: the bank has it in hand. */
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
/** How long the provider's word is waited for before the screen says that it is late. */
export const PATIENCE = 45_000;

/** Milliseconds until the sale is asked again; false once its payment is decided or the wait has been long enough. */
export const askAgainIn = (outcome: PaymentOutcome | undefined, waited: number): number | false => {
  const undecided = outcome === undefined || outcome === 'open';
  return undecided && waited < PATIENCE ? ASK_EVERY : false;
};
