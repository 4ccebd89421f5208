import type { Instant } from '../../shared/instants.ts';
import { DAY, HOUR } from '../../shared/instants.ts';

/** So many purchases of one account may wait for their payment at once. */
export const MOST_UNPAID = 3;
/** After a purchase that lapsed or was cancelled unpaid, its listing waits so long for this buyer; twice as long each further time. */
export const FIRST_BLOCK = 1 * HOUR;
/** A miniature that stays on offer is not closed to somebody for longer. */
export const LONGEST_BLOCK = 7 * DAY;
/** So long after the end of a block the next one begins with an hour again. */
export const BLOCKS_COUNT_FOR = 90 * DAY;

/** Until when a listing is closed to a buyer who has left it unpaid, after `times` such purchases before. */
export const blockedUntil = (at: Instant, times: number): Instant =>
  at + Math.min(LONGEST_BLOCK, FIRST_BLOCK * 2 ** Math.min(times, 10));
