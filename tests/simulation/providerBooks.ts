import type { PayoutRequest, RefundRequest } from '#application/ports/payments.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { Cents } from '#domain/shared/money.ts';

/** Common fields of the provider's objects. */
export type Made = { transactionId: string; createdAt: Instant };

export type Session = {
  id: string;
  transactionId: string;
  amount: Cents;
  state: 'open' | 'processing' | 'expired' | 'failed' | 'paid';
};
export type Payment = Made & { id: string; sessionId: string; captured: Cents; currency: string };
/** One movement of money to a payer; a retried refund is a new one. */
export type RefundMovement = RefundRequest & Made & { state: 'pending' | 'done' | 'failed' };
/** `turned`: paid after it was reported as failed. */
export type PayoutMovement = PayoutRequest &
  Made & {
    state: 'pending' | 'paid' | 'failed' | 'returned';
    turned?: boolean;
  };
/** `silent`: the provider never reports its end and always answers that it is open; only the bank's letter tells. */
export type Chargeback = Made & {
  id: string;
  paymentId: string;
  amount: Cents;
  currency: string;
  state: 'open' | 'won' | 'lost';
  silent: boolean;
};

/** `refused`: more than the payment had left. */
export type Movement = { refund: RefundMovement } | { refused: RefundMovement } | { payout: PayoutMovement };

/** The true movements of money, whatever the marketplace believes. */
export type Books = {
  sessions: Map<string, Session>;
  payments: Map<string, Payment>;
  refunds: RefundMovement[];
  payouts: PayoutMovement[];
  chargebacks: Map<string, Chargeback>;
};
