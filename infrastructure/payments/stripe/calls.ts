import Stripe from 'stripe';
import { ProviderMisconfigured, ProviderRefused, ProviderUnavailable } from '#application/ports/payments.ts';

type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

/** It passes without anybody's help: Stripe is away or busy, or the money has not arrived yet (cards settle within days). */
const mayPass = (error: StripeError): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  ['lock_timeout', 'idempotency_key_in_use', 'balance_insufficient', 'payouts_limit_exceeded'].includes(
    error.code ?? '',
  );

/** The bank account, or the connected account that it belongs to, takes no money. */
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

/** The payment or the sum does not allow it, whoever asks and however often. */
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

/** Codes, never Stripe's sentences: those may repeat what was sent. */
export const codeOf = (error: unknown): string =>
  error instanceof Stripe.errors.StripeError ? (error.code ?? error.type) : String(error);

type Refusal = (error: StripeError) => ProviderRefused | undefined;

/** An answer about the account, the payment or the sum. */
const refusalByCode: Refusal = (error) => {
  const code = codeOf(error);
  if (ACCOUNT_AT_FAULT.has(code)) return new ProviderRefused(code, { accountAtFault: true });
  const isAboutSum = isInvalidRequest(error) && error.param === 'amount';
  return REFUSED.has(code) || isAboutSum ? new ProviderRefused(code) : undefined;
};

/** Where a bank account is given to Stripe: `param` is `external_account`, or a part of it such as `external_account[account_number]`. */
export const refusalOfBankAccount: Refusal = (error) =>
  isInvalidRequest(error) && /^external_account(\[|$)/.test(error.param ?? '')
    ? new ProviderRefused(codeOf(error), { accountAtFault: true })
    : undefined;

/**
 * Whatever else Stripe does not take is our fault, and waits.
 * @throws ProviderUnavailable when it may be tried again, ProviderRefused when the same call can never succeed
 */
export const calling = async <Answer>(call: () => Promise<Answer>, refusal = refusalByCode): Promise<Answer> => {
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
