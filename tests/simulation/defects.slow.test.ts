import { expect, test } from 'vitest';
import { DEFECTS } from './defects.ts';
import nearest from './nearest.json' with { type: 'json' };
import {
  type Defect,
  describeFailure,
  simulate,
  simulateWorld,
  TRANSACTIONS_PER_WORLD,
  type WorldReport,
} from './simulate.ts';

const MINUTES = 60_000;
/** The seed where each defect last showed at once. If the sources change, the search continues from there. */
const WORLDS = new Map<string, number>(Object.entries(nearest));

/** Shared, because two tests search for the same defect. */
const searches = new Map<Defect, Promise<WorldReport | undefined>>();
const firstFailure = (defect: Defect): Promise<WorldReport | undefined> => {
  const from = WORLDS.get(defect.name) ?? 1;
  const search =
    searches.get(defect) ?? simulate(from, 100 * TRANSACTIONS_PER_WORLD, defect).then(({ failed }) => failed);
  searches.set(defect, search);
  return search;
};

test.each(DEFECTS)(
  'finds $name',
  async (defect) => {
    const failed = await firstFailure(defect);
    expect(failed?.violation?.what).toMatch(defect.finds);
  },
  10 * MINUTES,
);

test.each(DEFECTS.slice(0, 3))(
  '$name: its seed repeats it exactly',
  async (defect) => {
    const failed = await firstFailure(defect);
    const again = await simulateWorld(failed!.seed, TRANSACTIONS_PER_WORLD, { defect });
    expect(again.violation).toEqual(failed?.violation);
    expect(again.digest).toBe(failed?.digest);
    expect(describeFailure(again)).toContain(`npm run simulate -- --seed ${failed!.seed}`);
  },
  10 * MINUTES,
);

test(
  'makes another world from another seed',
  async () => {
    const [one, other] = [await simulateWorld(2), await simulateWorld(3)];
    expect(one.digest).not.toBe(other.digest);
    expect((await simulateWorld(2)).digest).toBe(one.digest);
  },
  10 * MINUTES,
);
