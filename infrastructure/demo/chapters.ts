import type { Actions } from './actions.ts';

/** What happens at one moment, `daysAgo` from the day of the first start. All of it may be done again: ids are derived. */
export type Chapter = { daysAgo: number; acts: (actions: Actions) => Promise<void> };

type Moment = readonly [daysAgo: number, acts: Chapter['acts']];
/** What follows each other; moments of the same day that do not belong to one such life are lived at once. */
export const life = (...moments: readonly Moment[]): Chapter[] => moments.map(([daysAgo, acts]) => ({ daysAgo, acts }));

/** What several people do at one moment, independently of each other. */
export const together = (daysAgo: number, ...acts: readonly Chapter['acts'][]): Chapter[] =>
  acts.map((each) => ({ daysAgo, acts: each }));
