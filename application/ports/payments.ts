import type { Cents } from '#domain/shared/money.ts';
import type { ProviderEvent } from '#domain/transactions/commands.ts';
import type { EvidencePack, EvidencePlace } from '#domain/transactions/evidencePack.ts';
import { OutsideFailure } from './failures.ts';
import type { BankDocument } from './pictures.ts';

export type CheckoutRequest = {
  /** Together with the attempt, the idempotency key. */
  transactionId: string;
  attempt: number;
  amount: Cents;
  description: string;
  /** Requests strong customer authentication; set for item prices above €100. */
  strongAuthentication: boolean;
  /** Where the provider sends the payer afterwards. */
  returnUrl: string;
  cancelUrl: string;
  expiresAt: number;
};

export type Checkout = { sessionId: string; url: string };

/** The state of a checkout at the provider. */
export type CheckoutStatus =
  | { state: 'open' | 'processing' | 'expired' | 'failed' }
  | { state: 'paid'; paymentId: string; captured: Cents; currency: string };

/**
 * The state of a chargeback at the provider. `amount`: the disputed part of the payment, or what a lost one still
 * keeps. `back`: for a lost one, everything returned since the bank last took it.
 */
export type ChargebackState = {
  state: 'open' | 'won' | 'lost';
  amount: Cents;
  back?: Cents;
  /** The bank's reason in the provider's words, and its last day for evidence; null if it takes none. */
  reason?: string;
  respondBy?: number | null;
};

export type EvidenceDocument = BankDocument & { place: EvidencePlace };

/** Chargeback and attempt together are the idempotency key. Attempts after the first follow a refusal. */
export type EvidenceSubmission = {
  chargebackId: string;
  attempt: number;
  pack: EvidencePack;
  /** At most one per place. */
  documents: readonly EvidenceDocument[];
};

/**
 * `id`: the provider's id of the latest attempt. `amount`: what that attempt covers, which may differ from what is
 * wanted now.
 */
export type RefundStanding = { id: string; state: 'pending' | 'done' | 'failed'; amount: Cents };

/** A retry uses a higher attempt; id and attempt together are the idempotency key. */
export type RefundRequest = { refundId: string; attempt: number; paymentId: string; amount: Cents };
export type PayoutRequest = {
  payoutId: string;
  transactionId: string;
  amount: Cents;
  destination: { accountHolder: string; iban: string };
};

/** `pending`: the provider is still reviewing the owner; ask again later. */
export type BankCheck = { verified: true } | { verified: 'pending' } | { verified: false; reason: string };

/**
 * The provider's own books. `available` can be paid out today, `pending` not yet. Their sum must equal captured
 * money minus completed refunds, completed payouts and lost chargebacks. Unfinished ones and the provider's own
 * fees do not reduce it, so an adapter adds them back if its provider deducts them early.
 */
type ProviderBalance = { available: Cents; pending: Cents };

/** An object of ours in the provider's lists. */
export type ProviderObject = {
  kind: 'payment' | 'refund' | 'chargeback' | 'transfer' | 'payout';
  /** The provider's id, unique within its kind. */
  id: string;
  /** Our id in events: refunds and payouts that we requested carry one. */
  reference: string;
  /** Null if the object names none. */
  saleId: string | null;
  /** The payment that was refunded or charged back. */
  paymentId?: string;
  amount: Cents;
  /** For a lost chargeback: see `ChargebackState`. */
  back?: Cents;
  /** ISO 4217, upper case. */
  currency: string;
  state: 'pending' | 'done' | 'failed' | 'open' | 'won' | 'lost';
  createdAt: number;
};

/** `after`: `next` of the previous page; null for the first page. */
export type ObjectQuery = { kind: ProviderObject['kind']; from: number; after: string | null };
export type ObjectPage = { objects: readonly ProviderObject[]; next: string | null };

/**
 * Every call carries an idempotency key, so a repeated call returns the first result. Outcomes arrive as provider
 * events.
 */
export interface Payments {
  readonly name: string;
  /** Whether `identityPage` exists. */
  readonly identifiesSellers: boolean;
  /** @throws ProviderUnavailable */
  openCheckout(request: CheckoutRequest): Promise<Checkout>;
  /** Afterwards nothing can be paid in this session. Returns its final status. @throws ProviderUnavailable */
  expireCheckout(sessionId: string): Promise<CheckoutStatus>;
  askCheckout(sessionId: string): Promise<CheckoutStatus>;
  /** @throws ProviderUnavailable, or ProviderRefused when this refund can never be made */
  refund(request: RefundRequest): Promise<void>;
  /** @throws ProviderUnavailable, or ProviderRefused when this payout can never be made */
  payOut(request: PayoutRequest): Promise<void>;
  /** Brings back money of a payout that did not arrive; does nothing if it never left. @throws ProviderUnavailable */
  recallPayout(payoutId: string): Promise<void>;
  /** Undefined if the provider does not know it. */
  askRefund(refundId: string): Promise<RefundStanding | undefined>;
  askPayout(payoutId: string): Promise<'pending' | 'paid' | 'failed' | undefined>;
  askChargeback(chargebackId: string): Promise<ChargebackState | undefined>;
  /**
   * Sends our evidence to the bank, once: a repetition after a lost answer sends nothing. @throws ProviderUnavailable,
   * or ProviderRefused when the bank takes no more evidence or not this one
   */
  submitEvidence(submission: EvidenceSubmission): Promise<void>;
  /** Checks that the account can receive money. */
  verifyBankAccount(destination: PayoutRequest['destination']): Promise<BankCheck>;
  /** The provider's page where the owner proves who they are; undefined if not needed. @throws ProviderUnavailable */
  identityPage(destination: PayoutRequest['destination'], returnUrl: string): Promise<string | undefined>;
  /** @throws ProviderUnavailable */
  balance(): Promise<ProviderBalance>;
  /** Objects created since `from`, in pages, each once. @throws ProviderUnavailable */
  listObjects(query: ObjectQuery): Promise<ObjectPage>;
  /**
   * Undefined if the signature or its age is wrong; `unused` if it concerns no transaction. @throws
   * ProviderUnavailable
   */
  readWebhook(
    rawBody: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ): Promise<ProviderEvent | 'unused' | undefined>;
}

/** The provider rejects the call, and would reject it again. The message is its code. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
  /** The bank account itself cannot receive money. */
  readonly accountAtFault: boolean;
  constructor(code: string, { accountAtFault = false } = {}) {
    super(code);
    this.accountAtFault = accountAtFault;
  }
}

/** We do not know what the provider did: ask, or repeat the call with the same key. */
export class ProviderUnavailable extends OutsideFailure {
  override readonly name: string = 'ProviderUnavailable';
}

/**
 * The provider rejects the call because of our key, rights, settings or parameters. The transaction and the person
 * are fine. Retried until an operator fixes it. The message is the provider's code.
 */
export class ProviderMisconfigured extends ProviderUnavailable {
  override readonly name = 'ProviderMisconfigured';
}
