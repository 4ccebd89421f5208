import Stripe from 'stripe';
import { ProviderMisconfigured, ProviderRefused, ProviderUnavailable } from '#application/ports/payments.ts';

type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

/** Temporary: Stripe is down or busy, or funds are not available yet (cards settle within days). */
const mayPass = (error: StripeError): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  ['lock_timeout', 'idempotency_key_in_use', 'balance_insufficient', 'payouts_limit_exceeded'].includes(
    error.code ?? '',
  );

/** The bank account or its connected account cannot receive money. */
const ACCOUNT_AT_FAULT: ReadonlySet<string> = new Set([
  'account_closed',
  'account_number_invalid',
  'bank_account_restricted',
  'bank_account_unusable',
  'insufficient_capabilities_for_transfer',
  'invalid_account_number',
  'no_account',
  'payouts_not_allowed',
  'routing_number_invalid',
]);

/** The payment or amount does not allow it, however often it is tried. */
const REFUSED: ReadonlySet<string> = new Set([
  'amount_too_large',
  'amount_too_small',
  'charge_already_refunded',
  'charge_disputed',
  'charge_not_refundable',
  'refund_disputed_payment',
]);

const isInvalidRequest = (error: StripeError): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code !== 'parameter_unknown';

/** Codes only: Stripe's messages may repeat our input. */
export const codeOf = (error: unknown): string =>
  error instanceof Stripe.errors.StripeError ? (error.code ?? error.type) : String(error);

type Refusal = (error: StripeError) => ProviderRefused | undefined;

/** Refusals about the account, payment or amount. */
const refusalByCode: Refusal = (error) => {
  const code = codeOf(error);
  if (ACCOUNT_AT_FAULT.has(code)) return new ProviderRefused(code, { accountAtFault: true });
  const isAboutSum = isInvalidRequest(error) && error.param === 'amount';
  return REFUSED.has(code) || isAboutSum ? new ProviderRefused(code) : undefined;
};

/**
 * Refusals of a bank account: `param` is `external_account` or part of it, such as
 * `external_account[account_number]`.
 */
export const refusalOfBankAccount: Refusal = (error) =>
  isInvalidRequest(error) && /^external_account(\[|$)/.test(error.param ?? '')
    ? new ProviderRefused(codeOf(error), { accountAtFault: true })
    : undefined;

/**
 * Other errors are our fault and wait for a fix. @throws ProviderUnavailable if a retry may succeed, ProviderRefused
 * if it never can
 */
export const callStripe = async <Answer>(call: () => Promise<Answer>, refusal = refusalByCode): Promise<Answer> => {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const code = codeOf(error);
    if (mayPass(error)) throw new ProviderUnavailable(`Stripe: ${code}`);
    const refused = refusal(error);
    if (refused) throw refused;
    throw new ProviderMisconfigured(`Stripe: ${code}${error.param === undefined ? '' : ` (${error.param})`}`);
  }
};

/** Undefined if Stripe does not know the object. */
export const known = async <Answer>(call: () => Promise<Answer>): Promise<Answer | undefined> =>
  callStripe(async () => {
    try {
      return await call();
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
        return undefined;
      throw error;
    }
  });
