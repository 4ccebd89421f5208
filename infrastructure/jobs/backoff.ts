const LONGEST = 5 * 60_000;

/** Whole ms until the next attempt: doubled each time from `first`, five minutes at most. */
export const backoffDelay = (attemptsMade: number, first: number): number =>
  Math.round(Math.min(LONGEST, first * 2 ** Math.min(attemptsMade - 1, 30)));
