import { RATE_TOO_HIGH } from '#application/contract/limits.ts';
import { HIGHEST_RATE } from '#domain/accounts/shippingRateLimits.ts';
import { toEuros } from '#domain/shared/euros.ts';
import { readMoney } from './typedMoney.ts';

type Clamped = { value: string; message: string | null };

/** A rate after an edit: clamped to the highest with a message, and to 0 below zero (document 2, section 5). */
export const clampRate = (typed: string): Clamped => {
  const reading = readMoney(typed);
  if ('failure' in reading) return { value: reading.negative ? '0' : typed, message: null };
  if (reading.cents > HIGHEST_RATE) return { value: String(toEuros(HIGHEST_RATE)), message: RATE_TOO_HIGH };
  return { value: typed, message: null };
};
