import { expect, test } from 'vitest';
import { explained, simulate, TRANSACTIONS_PER_WORLD } from './simulate.ts';

const MINUTES = 60_000;

test(
  'keeps every rule where banks return refunds that had arrived',
  async () => {
    const report = await simulate(13, 3 * TRANSACTIONS_PER_WORLD, { name: 'refunds come back', cameBack: 0.5 });
    expect(explained(report)).toBe('nothing is broken');
    expect(report.types.get('RefundCameBack') ?? 0).toBeGreaterThan(2);
  },
  10 * MINUTES,
);
