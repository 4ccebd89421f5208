import { formatRound } from '../shared/euros.ts';
import type { Cents } from '../shared/money.ts';

/** The highest shipping rate per zone. */
export const HIGHEST_RATE: Cents = 10_000;
export const HIGHEST_RATE_TERM = formatRound(HIGHEST_RATE);

export type RateRejection = { code: 'ratesNegative' } | { code: 'ratesTooHigh' };
/** For one listing or for all listings of a seller. */
export const rateRefusal = (rates: readonly Cents[]): RateRejection | undefined => {
  if (rates.some((rate) => rate < 0)) return { code: 'ratesNegative' };
  return rates.some((rate) => rate > HIGHEST_RATE) ? { code: 'ratesTooHigh' } : undefined;
};
