import type Stripe from 'stripe';
import {
  type Checkout,
  type CheckoutRequest,
  type CheckoutStatus,
  ProviderMisconfigured,
} from '#application/ports/payments.ts';
import { callStripe, known } from './calls.ts';
import type { Keys } from './keys.ts';

/** Stripe's minimum is 30 minutes; the marketplace expires the session when its own window ends. */
const LEAST_LIFE_SECONDS = 31 * 60;

/** Depends only on the request: the same idempotency key needs the same parameters. */
const sessionFor = (request: CheckoutRequest): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  client_reference_id: request.transactionId,
  metadata: { transactionId: request.transactionId, attempt: String(request.attempt) },
  line_items: [
    {
      quantity: 1,
      price_data: { currency: 'eur', unit_amount: request.amount, product_data: { name: request.description } },
    },
  ],
  payment_intent_data: {
    transfer_group: request.transactionId,
    metadata: { transactionId: request.transactionId },
  },
  payment_method_options: {
    card: { request_three_d_secure: request.strongAuthentication ? 'challenge' : 'automatic' },
  },
  // charge the quoted amount in EUR
  adaptive_pricing: { enabled: false },
  success_url: request.returnUrl,
  cancel_url: request.cancelUrl,
  expires_at: Math.ceil(request.expiresAt / 1_000) + LEAST_LIFE_SECONDS,
});

const idOf = (reference: string | { id: string } | null): string =>
  reference === null ? '' : typeof reference === 'string' ? reference : reference.id;

/** Maps a session whose payment intent is expanded. */
export const statusOf = (session: Stripe.Checkout.Session): CheckoutStatus => {
  const intent = session.payment_intent;
  if (session.payment_status === 'paid')
    return {
      state: 'paid',
      paymentId: idOf(intent),
      captured: session.amount_total ?? 0,
      currency: (session.currency ?? 'eur').toUpperCase(),
    };
  if (session.status === 'open') return { state: 'open' };
  if (session.status === 'expired') return { state: 'expired' };
  const failed = typeof intent === 'object' && intent !== null && intent.status !== 'processing';
  return { state: failed ? 'failed' : 'processing' };
};

export const openCheckouts = ({ stripe, keys }: { stripe: Stripe; keys: Keys }) => {
  const retrieve = (id: string) => known(() => stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }));
  const ask = async (id: string): Promise<CheckoutStatus> => {
    const session = await retrieve(id);
    return session ? statusOf(session) : { state: 'expired' };
  };

  /** Searches Stripe: the id was lost, so nobody can pay there until it is found. */
  const findOpen = async (request: CheckoutRequest, since: number): Promise<Stripe.Checkout.Session | undefined> => {
    const created = { gte: Math.floor(since / 1_000) };
    for await (const session of stripe.checkout.sessions.list({ created, status: 'open', limit: 100 })) {
      const { transactionId, attempt } = session.metadata ?? {};
      const isOurs = transactionId === request.transactionId && attempt === String(request.attempt);
      if (isOurs && session.amount_total === request.amount) return session;
    }
    return undefined;
  };

  return {
    open: async (request: CheckoutRequest): Promise<Checkout> => {
      const making = {
        find: (since: number) => findOpen(request, since),
        make: (idempotencyKey: string) => stripe.checkout.sessions.create(sessionFor(request), { idempotencyKey }),
      };
      const key = `checkout-${request.transactionId}-${request.attempt}-${request.amount}`;
      const session = await callStripe(() => keys.once(key, making));
      return { sessionId: session.id, url: session.url ?? '' };
    },

    expire: async (id: string): Promise<CheckoutStatus> => {
      const before = await ask(id);
      if (before.state !== 'open') return before;
      // fails if the payer was faster; the status then shows the outcome
      try {
        await callStripe(() => stripe.checkout.sessions.expire(id));
        return { state: 'expired' };
      } catch (error) {
        const now = error instanceof ProviderMisconfigured ? await ask(id) : before;
        if (now.state === 'open') throw error;
        return now;
      }
    },

    ask,
  };
};
