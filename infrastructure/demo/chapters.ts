import type { Actions } from './actions.ts';

/** Actions at one moment, `daysAgo` before the first start. Command ids are derived, so a chapter can run again. */
export type Chapter = { daysAgo: number; acts: (actions: Actions) => Promise<void> };

type Moment = readonly [daysAgo: number, acts: Chapter['acts']];
/** A sequence of moments. */
export const life = (...moments: readonly Moment[]): Chapter[] => moments.map(([daysAgo, acts]) => ({ daysAgo, acts }));

/** Independent actions at one moment. */
export const together = (daysAgo: number, ...acts: readonly Chapter['acts'][]): Chapter[] =>
  acts.map((each) => ({ daysAgo, acts: each }));
