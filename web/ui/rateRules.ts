import { RATE_NEGATIVE, RATE_TOO_HIGH } from '#application/contract/limits.ts';
import { HIGHEST_RATE } from '#domain/accounts/shippingRateLimits.ts';
import { toEuros } from '#domain/shared/euros.ts';
import { readMoney, typedCents } from './typedMoney.ts';

/** Shipping rates as typed, under the API's names. */
export type TypedRates = { domesticRate: string; continentalRate: string };

export const RATES = ['domesticRate', 'continentalRate'] as const satisfies readonly (keyof TypedRates)[];

/** Euros for the API; invalid amounts become 0 and are refused earlier. */
export const ratesOf = (typed: TypedRates): Record<keyof TypedRates, number> => ({
  domesticRate: toEuros(typedCents(typed.domesticRate) ?? 0),
  continentalRate: toEuros(typedCents(typed.continentalRate) ?? 0),
});

/** Validates a typed rate on submit; null if valid. */
export const rateFailure = (typed: string): string | null => {
  const reading = readMoney(typed);
  if ('failure' in reading) return reading.negative ? RATE_NEGATIVE : reading.failure;
  return reading.cents > HIGHEST_RATE ? RATE_TOO_HIGH : null;
};
