import { localDay, startOfDay } from '../shared/amsterdam.ts';
import { DAY, type Instant } from '../shared/instants.ts';
import { inDays } from '../shared/lengths.ts';

/** So long after a decision one can complain of it: whichever six months follow each other, they are no longer. */
export const COMPLAINT_PERIOD = 184 * DAY;
export const COMPLAINT_TIME = inDays(COMPLAINT_PERIOD);
/** With the end of its last day, as a time of months ends: who is told a day has all of it. */
export const complaintEnd = (decided: Instant): Instant => startOfDay(localDay(decided + COMPLAINT_PERIOD) + 1) - 1;

/** Characters, of a report, a complaint and a statement of reasons. */
export const MOST_WORDS = 2_000;
/** So many characters a report has at least: in fewer nobody can say what is wrong. */
export const FEWEST_WORDS = 10;
/** So many reports of one listing wait at most: each further one would tell staff nothing new. */
export const MOST_REPORTS = 50;
