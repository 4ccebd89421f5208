import { toEuros } from '#domain/shared/euros.ts';
import { MAX_RATE } from './rateClamp.ts';
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
  if ('failure' in reading) return reading.negative ? 'Shipping rates cannot be negative' : reading.failure;
  if (reading.cents > MAX_RATE * 100) return 'Shipping rates cannot exceed €100';
  return null;
};
