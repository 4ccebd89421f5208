import Stripe from 'stripe';
import { codeOf } from './calls.ts';
import { openClient, type StripeSettings } from './provider.ts';

/** Short: the start waits for it. */
const LIMITS = { maxNetworkRetries: 1, timeout: 5_000 };

/** The account of the API key, or why it is unknown: Stripe is down, or a restricted key may not read it. */
export const ownAccount = async (settings: StripeSettings): Promise<{ account: string } | { reason: string }> => {
  try {
    return { account: (await openClient(settings, LIMITS).accounts.retrieveCurrent()).id };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    return { reason: codeOf(error) };
  }
};
