import { readMoney } from '../ui/typedMoney.ts';
import { MAX_RATE } from './rateClamp.ts';

/** The submit check of one rate as typed; null when it may be saved. */
export const rateFailure = (typed: string): string | null => {
  const reading = readMoney(typed);
  if ('failure' in reading) return reading.negative ? 'Shipping rates cannot be negative' : reading.failure;
  if (reading.cents > MAX_RATE * 100) return 'Shipping rates cannot exceed €100';
  return null;
};
