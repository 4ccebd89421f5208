import { expect, test } from 'vitest';
import { DEFECTS } from './defects.ts';
import { describeFailure, SALES_PER_WORLD, simulate, simulateWorld } from './simulate.ts';

const MINUTES = 60_000;

test.each(DEFECTS)(
  '$name: is found',
  async (defect) => {
    const { failed } = await simulate(defect.from ?? 1, 40 * SALES_PER_WORLD, defect);
    expect(failed?.violation?.what).toMatch(defect.finds);
  },
  10 * MINUTES,
);

test.each(DEFECTS.slice(0, 3))(
  '$name: its seed repeats it exactly',
  async (defect) => {
    const { failed } = await simulate(defect.from ?? 1, 40 * SALES_PER_WORLD, defect);
    const again = await simulateWorld(failed!.seed, SALES_PER_WORLD, { defect });
    expect(again.violation).toEqual(failed?.violation);
    expect(again.digest).toBe(failed?.digest);
    expect(describeFailure(again)).toContain(`npm run simulate -- --seed ${failed!.seed}`);
  },
  10 * MINUTES,
);

test(
  'another seed is another world',
  async () => {
    const [one, other] = [await simulateWorld(2), await simulateWorld(3)];
    expect(one.digest).not.toBe(other.digest);
    expect((await simulateWorld(2)).digest).toBe(one.digest);
  },
  10 * MINUTES,
);
