import type { Instant } from '../../shared/instants.ts';
import { DAY, HOUR } from '../../shared/instants.ts';

/** The number of unpaid purchases one account may have at once. */
export const MOST_UNPAID = 3;
/** After an unpaid purchase its listing is closed to this buyer for so long; the time doubles with each further one. */
export const FIRST_BLOCK = 1 * HOUR;
/** The longest time that a listing is closed to a buyer. */
export const LONGEST_BLOCK = 7 * DAY;
/** After so long without a block the next one is an hour again. */
export const BLOCKS_COUNT_FOR = 90 * DAY;

/** The end of a block, after `times` earlier unpaid purchases. */
export const blockedUntil = (at: Instant, times: number): Instant =>
  at + Math.min(LONGEST_BLOCK, FIRST_BLOCK * 2 ** Math.min(times, 10));
