import Stripe from 'stripe';
import { ProviderRefused, ProviderUnavailable } from '#application/ports/payments.ts';

/** Nobody knows what became of the call, or it may be made again in a moment: the same key then answers as the first time. */
const mayPass = (error: InstanceType<typeof Stripe.errors.StripeError>): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  error instanceof Stripe.errors.StripeAuthenticationError ||
  error instanceof Stripe.errors.StripePermissionError ||
  error.code === 'lock_timeout' ||
  error.code === 'idempotency_key_in_use' ||
  // the money is on its way to us: cards settle within days
  error.code === 'balance_insufficient';

const ACCOUNT_AT_FAULT: ReadonlySet<string> = new Set([
  'account_invalid',
  'bank_account_restricted',
  'bank_account_unusable',
  'insufficient_capabilities_for_transfer',
  'invalid_account_number',
  'payouts_not_allowed',
  'transfers_not_allowed',
]);

/** Codes, never Stripe's sentences: those may repeat what was sent. */
export const codeOf = (error: unknown): string =>
  error instanceof Stripe.errors.StripeError ? (error.code ?? error.type) : String(error);

/** @throws ProviderUnavailable when it may be tried again, ProviderRefused when the same call can never succeed */
export const calling = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (mayPass(error)) throw new ProviderUnavailable(`Stripe: ${codeOf(error)}`);
    throw new ProviderRefused(codeOf(error), { accountAtFault: ACCOUNT_AT_FAULT.has(codeOf(error)) });
  }
};

/** What a call answers, or undefined when Stripe does not know the object. */
export const known = async <Answer>(call: () => Promise<Answer>): Promise<Answer | undefined> =>
  calling(async () => {
    try {
      return await call();
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
        return undefined;
      throw error;
    }
  });
