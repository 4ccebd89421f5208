import { writeFileSync } from 'node:fs';
import { DEFECTS } from './defects.ts';
import { simulateWorld, TRANSACTIONS_PER_WORLD } from './simulate.ts';

/** Maximum number of worlds per defect. */
const WORLDS = 150;
/** Of this many worlds that show it, keep the one with the fewest steps. */
const SHOWN = 5;

/** `npm run simulate -- --nearest`: finds again where each planted defect shows at once, after changed sources changed the worlds. */
export const writeNearest = async (): Promise<void> => {
  const nearest: Record<string, number> = {};
  for (const defect of DEFECTS) {
    const shown: { seed: number; steps: number }[] = [];
    for (let seed = 1; seed <= WORLDS && shown.length < SHOWN; seed++) {
      const { violation, steps } = await simulateWorld(seed, TRANSACTIONS_PER_WORLD, { defect });
      if (violation && defect.finds.test(violation.what)) shown.push({ seed, steps });
    }
    const [best] = shown.sort((one, other) => one.steps - other.steps);
    console.log(`${defect.name}: ${best ? `world ${best.seed}, ${best.steps} steps` : `in none of ${WORLDS} worlds`}`);
    if (best) nearest[defect.name] = best.seed;
    writeFileSync(new URL('nearest.json', import.meta.url), `${JSON.stringify(nearest, null, 2)}\n`);
  }
};
