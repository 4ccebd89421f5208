import type { Instant } from '../../shared/instants.ts';
import { DAY, HOUR } from '../../shared/instants.ts';

/** Unpaid purchases and agreed prices per account. */
export const MOST_UNPAID = 3;
/** A buyer who leaves a listing unpaid cannot buy it for this long. Each repetition doubles it. */
export const FIRST_BLOCK = 1 * HOUR;
/** The longest block. */
export const LONGEST_BLOCK = 7 * DAY;
/** After this time without a block, the next one is short again. */
export const BLOCKS_COUNT_FOR = 90 * DAY;

/** End of the block. `times`: how often this buyer left the listing unpaid before. */
export const blockedUntil = (at: Instant, times: number): Instant =>
  at + Math.min(LONGEST_BLOCK, FIRST_BLOCK * 2 ** Math.min(times, 10));
