import Stripe from 'stripe';
import { codeOf } from './calls.ts';
import { openClient, type StripeSettings } from './provider.ts';

/** A start waits for it. */
const LIMITS = { maxNetworkRetries: 1, timeout: 5_000 };

/** Whose key it is, or why Stripe does not say so: it is away, or a restricted key may not read its own account. */
export const ownAccount = async (settings: StripeSettings): Promise<{ account: string } | { reason: string }> => {
  try {
    return { account: (await openClient(settings, LIMITS).accounts.retrieveCurrent()).id };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    return { reason: codeOf(error) };
  }
};
