import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Checked, check } from './check.ts';
import { describe } from './counterexample.ts';
import { FAULTS, findFault } from './faults.ts';
import { PAGE, pageOf } from './page.ts';
import { EVERYTHING, SCOPES } from './scopes.ts';
import { STATECHART, statechart } from './statechart.ts';

const USAGE = `npm run check:escrow -- [--everything] [--full] [--write]
  --everything   walks everything at once, too: minutes, and gigabytes
  --full         takes also the steps that are known to lead to the same: it has to find the same
  --write        writes the result and the statechart to ${PAGE.pathname.split('/').slice(-3).join('/')}`;

const options = {
  everything: { type: 'boolean' },
  full: { type: 'boolean' },
  write: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;
const asked = (() => {
  try {
    return parseArgs({ options }).values;
  } catch {
    return undefined;
  }
})();

const tell = ({ walked, delays, broken }: Checked): void => {
  for (const { scope, states, steps } of walked) console.log(`${scope.name}: ${states} states, ${steps} steps`);
  for (const [party, { days }] of Object.entries(delays)) console.log(`the ${party} alone: ${days.toFixed(1)} days`);
  for (const counterexample of broken) console.error(describe(counterexample));
  console.log(broken.length === 0 ? 'every law holds' : `${broken.length} laws are broken`);
};

if (!asked || asked.help) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  const checked = check(asked.everything ? [...SCOPES, EVERYTHING] : SCOPES, { full: asked.full ?? false });
  tell(checked);
  process.exitCode = checked.broken.length > 0 ? 1 : 0;
  const page = pageOf(checked, FAULTS.map(findFault));
  if (asked.write) {
    writeFileSync(PAGE, page);
    writeFileSync(STATECHART, await statechart());
  } else if (!asked.everything && readFileSync(PAGE, 'utf8') !== page) {
    console.error('The page does not say so yet: npm run check:escrow -- --write');
    process.exitCode = 1;
  }
}
