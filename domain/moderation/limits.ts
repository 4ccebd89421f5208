import { localDay, startOfDay } from '../shared/amsterdam.ts';
import { DAY, type Instant } from '../shared/instants.ts';
import { inDays } from '../shared/lengths.ts';

/** The longest possible six months. */
export const COMPLAINT_PERIOD = 184 * DAY;
export const COMPLAINT_TIME = inDays(COMPLAINT_PERIOD);
/** Ends with the last day, Amsterdam time. */
export const complaintEnd = (decided: Instant): Instant => startOfDay(localDay(decided + COMPLAINT_PERIOD) + 1) - 1;

/** Longest report, complaint or statement, in characters. */
export const MOST_WORDS = 2_000;
/** Shortest report, in characters. */
export const FEWEST_WORDS = 10;
/** Open reports per listing. More would tell staff nothing new. */
export const MOST_REPORTS = 50;
