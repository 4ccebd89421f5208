import { inject } from 'vitest';

export const isFirstTier = process.env.TEST_TIER === 'first';

/** A quarter of the runs in the first tier. `vitest.config.ts` lists the files that call this, so the second tier runs them in full. */
export const runsOf = (runs: number): number => (isFirstTier ? Math.ceil(runs / 4) : runs);

/** One item in five in the first tier. The sources choose which, so a failure repeats. */
export const sampleOf = <Item>(items: readonly Item[]): readonly Item[] =>
  isFirstTier ? items.filter((_, place) => place % 5 === inject('seed') % 5) : items;
