import { describe, expect, inject, test } from 'vitest';
import { explained, simulate } from './simulate.ts';

const MINUTES = 60_000;
/** As many as in the known worlds, which run at the same time: under a minute in total on two cores. */
const TRANSACTIONS = 400;
const fresh = inject('seed');

describe('the whole application over thousands of sales, with faults at every await', () => {
  test(
    `keeps every rule in worlds from a fresh seed: ${fresh} [L-146]`,
    async () => {
      expect(explained(await simulate(fresh, TRANSACTIONS))).toBe('nothing is broken');
    },
    10 * MINUTES,
  );
});
