import { describe, expect, test } from 'vitest';
import { explained, simulate } from './simulate.ts';

const MINUTES = 60_000;
/** As many as in the worlds that are known, beside which they run: together less than a minute on two cores. */
const SALES = 500;
const fresh = Date.now() % 1_000_000_000;

describe('the whole application over thousands of sales, with faults at every await', () => {
  test(
    `keeps every rule in worlds that nobody has seen: seed ${fresh} [L-146]`,
    async () => {
      expect(explained(await simulate(fresh, SALES))).toBe('nothing is broken');
    },
    10 * MINUTES,
  );
});
