import { parseEuros } from '#domain/shared/euros.ts';
import { MAX_RATE } from './rateClamp.ts';

/** The submit check of one rate as typed; null when it may be saved. */
export const rateFailure = (typed: string): string | null => {
  if (Number(typed) < 0) return 'Shipping rates cannot be negative';
  const cents = parseEuros(typed);
  if (cents === undefined) return 'Enter an amount in euros with at most two decimals';
  if (cents > MAX_RATE * 100) return 'Shipping rates cannot exceed €100';
  return null;
};
