import Stripe from 'stripe';
import type { ProviderEvent } from '#domain/transactions/commands.ts';
import { known } from './calls.ts';
import { statusOf } from './checkouts.ts';
import { askedBy, mostWithdrawn, reinstatedBy, stateOf as stateOfDispute } from './disputes.ts';
import { type Payouts, stateOf as stateOfPayout } from './payouts.ts';
import { stateOf as stateOfRefund } from './refunds.ts';

export type WebhookEvent = ProviderEvent | 'unused';

/** The bank account is wrong, closed or not theirs, so a retry would also fail. */
const AT_FAULT: ReadonlySet<string> = new Set([
  'account_closed',
  'account_frozen',
  'bank_account_restricted',
  'bank_ownership_changed',
  'debit_not_authorized',
  'incorrect_account_holder_address',
  'incorrect_account_holder_name',
  'incorrect_account_holder_tax_id',
  'invalid_account_number',
  'invalid_account_number_length',
  'invalid_currency',
  'no_account',
  'unsupported_card',
]);

/** A refund id starts with the transaction id: `{transaction}r{n}`. */
export const transactionOf = (refundId: string): string => refundId.replace(/r\d+$/, '');

type Common = { eventId: string; occurredAt: number };

const ofSession = (event: Stripe.Event, session: Stripe.Checkout.Session, common: Common): WebhookEvent => {
  const transactionId = session.metadata?.transactionId;
  if (!transactionId) return 'unused';
  const about = { ...common, transactionId, sessionId: session.id };
  if (event.type === 'checkout.session.expired') return { ...about, kind: 'payment.failed', reason: 'expired' };
  if (event.type === 'checkout.session.async_payment_failed')
    return { ...about, kind: 'payment.failed', reason: 'the bank transfer bounced' };
  const status = statusOf(session);
  if (status.state !== 'paid') return { ...about, kind: 'payment.processing' };
  const { paymentId, captured, currency } = status;
  return { ...about, kind: 'payment.paid', paymentId, captured, currency };
};

/** @throws ProviderUnavailable */
const transactionOfPayment = async (
  stripe: Stripe,
  intent: string | Stripe.PaymentIntent | null,
): Promise<{ paymentId: string; transactionId: string } | undefined> => {
  const paymentId = typeof intent === 'string' ? intent : intent?.id;
  const payment = paymentId === undefined ? undefined : await known(() => stripe.paymentIntents.retrieve(paymentId));
  const transactionId = payment?.metadata.transactionId;
  return paymentId !== undefined && transactionId ? { paymentId, transactionId } : undefined;
};

/** A refund made in Stripe's dashboard: it names the payment and has Stripe's id only. */
const byHand = async (
  stripe: Stripe,
  refund: Stripe.Refund,
  state: 'done' | 'failed',
  occurredAt: number,
): Promise<WebhookEvent> => {
  const transaction = await transactionOfPayment(stripe, refund.payment_intent);
  if (!transaction) return 'unused';
  const { paymentId, transactionId } = transaction;
  const ids = { refundId: refund.id, providerRefundId: refund.id };
  const common = { eventId: `${refund.id}.${state}`, occurredAt, transactionId, ...ids };
  return state === 'done'
    ? { ...common, kind: 'refund.done', amount: refund.amount, paymentId, currency: refund.currency.toUpperCase() }
    : { ...common, kind: 'refund.failed', reason: refund.failure_reason ?? 'failed' };
};

/** Several events report the same outcome, so the event id is built from the object and its outcome. */
const ofRefund = async (stripe: Stripe, refund: Stripe.Refund, occurredAt: number): Promise<WebhookEvent> => {
  const refundId = refund.metadata?.refundId;
  const state = stateOfRefund(refund);
  if (state === 'pending') return 'unused';
  if (!refundId) return byHand(stripe, refund, state, occurredAt);
  const ids = { refundId, providerRefundId: refund.id };
  const common = { eventId: `${refund.id}.${state}`, occurredAt, transactionId: transactionOf(refundId), ...ids };
  return state === 'done'
    ? { ...common, kind: 'refund.done', amount: refund.amount }
    : { ...common, kind: 'refund.failed', reason: refund.failure_reason ?? 'failed' };
};

const ofPayout = (payout: Stripe.Payout, occurredAt: number): WebhookEvent => {
  const { payoutId, transactionId } = payout.metadata ?? {};
  const state = stateOfPayout(payout);
  if (!payoutId || !transactionId || state === 'pending') return 'unused';
  const common = { eventId: `${payout.id}.${state}`, occurredAt, transactionId, payoutId };
  if (state === 'paid') return { ...common, kind: 'payout.paid', amount: payout.amount };
  const reason = payout.failure_code ?? payout.status;
  return { ...common, kind: 'payout.failed', reason, accountAtFault: AT_FAULT.has(reason) };
};

/** A dispute names the payment, and the payment names the transaction. @throws ProviderUnavailable */
const ofDispute = async (stripe: Stripe, event: Stripe.Event, dispute: Stripe.Dispute): Promise<WebhookEvent> => {
  const { payment_intent: intent, id: chargebackId } = dispute;
  const stands = stateOfDispute(dispute);
  // an inquiry moves no money; it closes, or becomes a chargeback on withdrawal
  if (!stands) return 'unused';
  const transaction = await transactionOfPayment(stripe, intent);
  if (!transaction) return 'unused';
  const currency = dispute.currency.toUpperCase();
  const about = { occurredAt: event.created * 1_000, ...transaction, chargebackId, currency };
  // also after a loss: banks may return part of the money or change their mind
  if (event.type === 'charge.dispute.funds_reinstated')
    return { ...about, eventId: event.id, kind: 'chargeback.won', amount: reinstatedBy(dispute) };
  const { state } = stands;
  const amount = state === 'lost' ? mostWithdrawn(dispute) : stands.amount;
  // a bank may change its mind, so each outcome is an event of its own; several events report the opening
  return state === 'open'
    ? { ...about, eventId: `${chargebackId}.opened`, kind: 'chargeback.opened', amount, ...askedBy(dispute) }
    : { ...about, eventId: event.id, kind: `chargeback.${state}`, amount };
};

type Reader = {
  stripe: Stripe;
  payouts: Pick<Payouts, 'cameBack'>;
  /** Whether the money is real. Endpoints for connected accounts also receive test events. */
  live: boolean;
};

const told = async ({ stripe, payouts, live }: Reader, event: Stripe.Event): Promise<WebhookEvent> => {
  if (event.livemode !== live) return 'unused';
  const common = { eventId: event.id, occurredAt: event.created * 1_000 };
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return ofSession(event, event.data.object, common);
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return ofRefund(stripe, event.data.object, common.occurredAt);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return ofDispute(stripe, event, event.data.object);
    case 'payout.failed':
      await payouts.cameBack(event.data.object.id);
      return ofPayout(event.data.object, common.occurredAt);
    case 'payout.paid':
    case 'payout.canceled':
      return ofPayout(event.data.object, common.occurredAt);
    default:
      return 'unused';
  }
};

/** @param secrets of the endpoints for platform events and for connected accounts. @throws ProviderUnavailable */
export const openWebhookReader =
  ({ secrets, ...reader }: Reader & { secrets: readonly string[] }) =>
  async (
    rawBody: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ): Promise<WebhookEvent | undefined> => {
    const signature = headers['stripe-signature'];
    if (typeof signature !== 'string') return undefined;
    for (const secret of secrets) {
      try {
        return await told(reader, reader.stripe.webhooks.constructEvent(rawBody, signature, secret));
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
      }
    }
    return undefined;
  };
