import { readMoney } from './typedMoney.ts';

export const MAX_RATE = 100;

type Clamped = { value: string; message: string | null };

/** What a rate field holds after an edit: above €100 it becomes 100 and says so, below zero it becomes 0 (document 2, section 5). */
export const clampRate = (typed: string): Clamped => {
  const reading = readMoney(typed);
  if ('failure' in reading) return { value: reading.negative ? '0' : typed, message: null };
  if (reading.cents > MAX_RATE * 100) return { value: String(MAX_RATE), message: 'Shipping rates cannot exceed €100' };
  return { value: typed, message: null };
};
