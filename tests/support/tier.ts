import { describe, inject, test } from 'vitest';

/** `vitest.config.ts` finds the files that import this, so the second tier runs them in full. */
export const isFirstTier = process.env.TEST_TIER === 'first';

/** A quarter of the runs in the first tier. */
export const runsOf = (runs: number): number => (isFirstTier ? Math.ceil(runs / 4) : runs);

/** One item in five in the first tier. The sources choose which, so a failure repeats. */
export const sampleOf = <Item>(items: readonly Item[]): readonly Item[] =>
  isFirstTier ? items.filter((_, place) => place % 5 === inject('seed') % 5) : items;

const nothing = Object.assign(() => undefined, { each: () => () => undefined });

/** What only the second tier runs, in a file whose other tests every change needs. */
export const later = isFirstTier
  ? { test: nothing as unknown as typeof test, describe: nothing as unknown as typeof describe }
  : { test, describe };
