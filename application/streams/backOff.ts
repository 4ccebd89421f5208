/** Delays between attempts, in ms. */
export type BackOff = { first: number; longest?: number };

/**
 * Whole ms until the next attempt: `first` after one failure, doubled after each further one, at most `longest`
 * (five minutes).
 */
export const backOff = (failures: number, { first, longest = 5 * 60_000 }: BackOff): number =>
  Math.round(Math.min(longest, first * 2 ** Math.min(failures - 1, 30)));
