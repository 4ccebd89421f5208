import { RATE_NEGATIVE, RATE_TOO_HIGH } from '#application/contract/limits.ts';
import { HIGHEST_RATE } from '#domain/accounts/shippingRateLimits.ts';
import { toEuros } from '#domain/shared/euros.ts';
import { readMoney, typedCents } from './typedMoney.ts';

/** What a seller takes for shipping, as typed; the names are those of the API. */
export type TypedRates = { domesticRate: string; continentalRate: string };

export const RATES = ['domesticRate', 'continentalRate'] as const satisfies readonly (keyof TypedRates)[];

/** In euros, as the API takes them; what is no amount is 0, and is refused before. */
export const ratesOf = (typed: TypedRates): Record<keyof TypedRates, number> => ({
  domesticRate: toEuros(typedCents(typed.domesticRate) ?? 0),
  continentalRate: toEuros(typedCents(typed.continentalRate) ?? 0),
});

/** The submit check of one rate as typed; null when it may be saved. */
export const rateFailure = (typed: string): string | null => {
  const reading = readMoney(typed);
  if ('failure' in reading) return reading.negative ? RATE_NEGATIVE : reading.failure;
  return reading.cents > HIGHEST_RATE ? RATE_TOO_HIGH : null;
};
