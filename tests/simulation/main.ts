import { parseArgs } from 'node:util';
import { describeFailure, SALES_PER_WORLD, simulateWorld, type WorldReport } from './simulate.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    sales: { type: 'string', default: '1000' },
    'steps-trace': { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const wanted = Number(values.sales);
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(wanted) || wanted < 1) {
  console.error('npm run simulate -- [--seed N] [--sales M] [--steps-trace]');
  process.exit(2);
}

const trace = values['steps-trace']
  ? (now: number, step: number, label: string) => console.log(`${step} ${new Date(now).toISOString()} ${label}`)
  : undefined;

const began = performance.now();
console.log(`seed ${seed}`);
let sales = 0;
let steps = 0;
let events = 0;
let failed: WorldReport | undefined;
for (let world = seed; sales < wanted && !failed; world++) {
  const report = await simulateWorld(world, Math.min(SALES_PER_WORLD, wanted - sales), trace ? { trace } : {});
  sales += report.sales;
  steps += report.steps;
  events += report.events;
  if (report.violation) failed = report;
}
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(`${sales} sales, ${events} events, ${steps} steps in ${seconds} s`);
if (failed) console.error(describeFailure(failed));
process.exitCode = failed ? 1 : 0;
