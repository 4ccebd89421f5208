import { DAY, type Instant } from '../shared/instants.ts';
import { inHours } from '../shared/lengths.ts';

/** How long an opened conversation counts, in ms. */
export const OPENINGS_COUNT_FOR = DAY;
export const OPENINGS_TERM = inHours(OPENINGS_COUNT_FOR);

/** Until the first of those that count counts no more, in ms; of several begun at once it may have begun after whoever asks. */
export const untilMayOpen = (oldest: Instant, at: Instant): number =>
  Math.min(oldest + OPENINGS_COUNT_FOR - at, OPENINGS_COUNT_FOR);

const OF_A_NEW_ACCOUNT = 5;
const MORE_FOR_EACH_TRANSACTION = 5;
const OF_ANYBODY = 50;

/** How many conversations with strangers somebody opens within that time who has so many completed sales, bought or sold. */
export const mayOpen = (completedTransactions: number): number =>
  Math.min(OF_A_NEW_ACCOUNT + MORE_FOR_EACH_TRANSACTION * completedTransactions, OF_ANYBODY);

/** From so many completed sales on somebody may open as many conversations as anybody. */
export const ENOUGH_TRANSACTIONS = (OF_ANYBODY - OF_A_NEW_ACCOUNT) / MORE_FOR_EACH_TRANSACTION;
