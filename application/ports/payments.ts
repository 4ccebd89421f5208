import type { Cents } from '#domain/shared/money.ts';
import type { ProviderEvent } from '#domain/transactions/commands.ts';
import { OutsideFailure } from './failures.ts';

export type CheckoutRequest = {
  /** The sale's id; with the attempt it is the idempotency key. */
  transactionId: string;
  attempt: number;
  amount: Cents;
  description: string;
  /** Item price above €100: the provider is asked for strong customer authentication. */
  strongAuthentication: boolean;
  /** Where the provider sends the payer back to. */
  returnUrl: string;
  cancelUrl: string;
  expiresAt: number;
};

export type Checkout = { sessionId: string; url: string };

/** What the provider says of a checkout when asked. */
export type CheckoutStatus =
  | { state: 'open' | 'processing' | 'expired' | 'failed' }
  | { state: 'paid'; paymentId: string; captured: Cents; currency: string };

/**
 * How a chargeback stands at the provider. `amount`: what of the payment it is about, or what a lost one still has. `back`: of a lost one, all
 * that was given back since its bank took it last.
 */
export type ChargebackState = { state: 'open' | 'won' | 'lost'; amount: Cents; back?: Cents };

/** `id`: the provider's own, of the latest try. `amount`: what it was made over, which need not be what is wanted of it now. */
export type RefundStanding = { id: string; state: 'pending' | 'done' | 'failed'; amount: Cents };

/** The same refund is tried again under a higher attempt; both together are the idempotency key. */
export type RefundRequest = { refundId: string; attempt: number; paymentId: string; amount: Cents };
export type PayoutRequest = {
  payoutId: string;
  transactionId: string;
  amount: Cents;
  destination: { accountHolder: string; iban: string };
};

/** `pending`: the provider wants to know more of the account's owner, or looks into it; ask again later. */
export type BankCheck = { verified: true } | { verified: 'pending' } | { verified: false; reason: string };

/**
 * What the provider holds for us, in its own books. `available` could be sent today, `pending` not yet; what counts is their sum:
 * captured, less the refunds and payouts that it has told to be done and the chargebacks that it has told to be lost. Money whose
 * refund, payout or chargeback has not ended is still held, and what the provider charges for its services takes nothing away, so
 * an adapter adds both back where its provider takes them out at once.
 */
type ProviderBalance = { available: Cents; pending: Cents };

/** Something of ours that the provider has, as its own lists show it. */
export type ProviderObject = {
  kind: 'payment' | 'refund' | 'chargeback' | 'transfer' | 'payout';
  /** The provider's own, unlike all others of its kind. */
  id: string;
  /** What our facts call it: a refund or a payout that was asked for by us has an id of ours. */
  reference: string;
  /** Null where it names none. */
  saleId: string | null;
  /** What a refund comes from, or a chargeback is of. */
  paymentId?: string;
  amount: Cents;
  /** Of a lost chargeback, as `ChargebackState` has it. */
  back?: Cents;
  /** As ISO 4217 has it, in capitals. */
  currency: string;
  state: 'pending' | 'done' | 'failed' | 'open' | 'won' | 'lost';
  createdAt: number;
};

/** `after`: what the page before answered as `next`; null begins. */
export type ObjectQuery = { kind: ProviderObject['kind']; from: number; after: string | null };
export type ObjectPage = { objects: readonly ProviderObject[]; next: string | null };

/** Every call carries an idempotency key, so a repeated call answers as the first time. Outcomes come back as provider facts. */
export interface Payments {
  readonly name: string;
  /** Whether it has an `identityPage`. */
  readonly identifiesSellers: boolean;
  /** @throws ProviderUnavailable */
  openCheckout(request: CheckoutRequest): Promise<Checkout>;
  /** After it nothing can be paid there any more; answers what the session had come to. @throws ProviderUnavailable */
  expireCheckout(sessionId: string): Promise<CheckoutStatus>;
  askCheckout(sessionId: string): Promise<CheckoutStatus>;
  /** @throws ProviderUnavailable, or ProviderRefused when this refund can never be made */
  refund(request: RefundRequest): Promise<void>;
  /** @throws ProviderUnavailable, or ProviderRefused when this payout can never be made */
  payOut(request: PayoutRequest): Promise<void>;
  /** What has left for a payout that did not arrive comes back to us; nothing where it never left. @throws ProviderUnavailable */
  recallPayout(payoutId: string): Promise<void>;
  /** Undefined: the provider does not know it. */
  askRefund(refundId: string): Promise<RefundStanding | undefined>;
  askPayout(payoutId: string): Promise<'pending' | 'paid' | 'failed' | undefined>;
  askChargeback(chargebackId: string): Promise<ChargebackState | undefined>;
  /** Checks that the account can receive money. */
  verifyBankAccount(destination: PayoutRequest['destination']): Promise<BankCheck>;
  /** The provider's page where the owner says who they are; undefined where none is needed. @throws ProviderUnavailable */
  identityPage(destination: PayoutRequest['destination'], returnUrl: string): Promise<string | undefined>;
  /** @throws ProviderUnavailable */
  balance(): Promise<ProviderBalance>;
  /** What was made since `from`, a page at a time, each once. @throws ProviderUnavailable */
  listObjects(query: ObjectQuery): Promise<ObjectPage>;
  /** Undefined when the signature or its age is wrong; `unused` for what says nothing about a sale. @throws ProviderUnavailable */
  readWebhook(
    rawBody: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ): Promise<ProviderEvent | 'unused' | undefined>;
}

/** The provider says no to the call as it stands, and will say so again. The message is its code. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
  /** The bank account takes no money, whoever sends it. */
  readonly accountAtFault: boolean;
  constructor(code: string, { accountAtFault = false } = {}) {
    super(code);
    this.accountAtFault = accountAtFault;
  }
}

/** Nothing is known of what the provider did: ask, or call again with the same key. */
export class ProviderUnavailable extends OutsideFailure {
  override readonly name: string = 'ProviderUnavailable';
}

/**
 * The provider answers, and does not take the call for a reason that is ours: a key, a right, a setting or a parameter. Nothing is wrong
 * with the sale or the person. It waits until an operator acts. The message is the provider's code.
 */
export class ProviderMisconfigured extends ProviderUnavailable {
  override readonly name = 'ProviderMisconfigured';
}
