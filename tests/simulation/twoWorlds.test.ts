import { expect, test } from 'vitest';
import { isFirstTier } from '#tests/support/tier.ts';
import { explained, simulate } from './simulate.ts';

test.each(isFirstTier ? [1] : [1, 2])(
  'keeps every rule in a small world: seed %i [L-146]',
  async (seed) => {
    expect(explained(await simulate(seed, 40))).toBe('nothing is broken');
  },
  300_000,
);
