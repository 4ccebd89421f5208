import { parseArgs } from 'node:util';
import { writeNearest } from './nearest.ts';
import { describeFailure, SALES_PER_WORLD, simulateWorld } from './simulate.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    sales: { type: 'string', default: '1000' },
    /** Every how many-th world is this program's: others run the rest. */
    stride: { type: 'string', default: '1' },
    /** Go on after a failure. */
    all: { type: 'boolean', default: false },
    /** How many of 1 payments are charged back, or refunded by hand, and how many refunds come back. */
    'charged-back': { type: 'string' },
    'by-hand': { type: 'string' },
    'came-back': { type: 'string' },
    'steps-trace': { type: 'boolean', default: false },
    /** Nothing else: finds anew where each planted defect shows. */
    nearest: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const wanted = Number(values.sales);
const stride = Number(values.stride);
const given = Object.entries({
  chargedBack: values['charged-back'],
  byHand: values['by-hand'],
  cameBack: values['came-back'],
}).flatMap(([rate, share]) => (share === undefined ? [] : [[rate, Number(share)] as const]));
const defect = given.length > 0 ? { name: 'rates', ...Object.fromEntries(given) } : undefined;
if (
  given.some(([, share]) => !(share >= 0 && share <= 1)) ||
  ![seed, wanted, stride].every(Number.isSafeInteger) ||
  wanted < 1 ||
  stride < 1
) {
  console.error(
    'npm run simulate -- [--seed N] [--sales M] [--parallel P] [--all] [--charged-back R] [--by-hand R] [--came-back R] [--steps-trace] | --nearest',
  );
  process.exit(2);
}

if (values.nearest) {
  await writeNearest();
  process.exit(0);
}

const trace = values['steps-trace']
  ? (now: number, step: number, label: string) => console.log(`${step} ${new Date(now).toISOString()} ${label}`)
  : undefined;

const began = performance.now();
console.log(`seed ${seed}`);
const count = { worlds: 0, sales: 0, events: 0, steps: 0, failed: 0 };
const losses = new Map<string, number>();

const tell = (): void => {
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const { worlds, sales, events, steps, failed } = count;
  console.log(`${sales} sales, ${worlds} worlds, ${events} events, ${steps} steps in ${seconds} s; ${failed} failed`);
};

for (let world = seed; count.sales < wanted && (values.all || count.failed === 0); world += stride) {
  const report = await simulateWorld(world, SALES_PER_WORLD, { ...(trace && { trace }), ...(defect && { defect }) });
  count.worlds++;
  count.sales += report.sales;
  count.steps += report.steps;
  count.events += report.events;
  for (const [why, cents] of report.losses) losses.set(why, (losses.get(why) ?? 0) + cents);
  if (report.violation) {
    count.failed++;
    console.error(describeFailure(report));
  }
  if (count.worlds % 50 === 0) tell();
}
tell();
for (const [why, cents] of [...losses].sort(([, one], [, other]) => other - one))
  console.log(`unavoidable: ${(cents / 100).toFixed(2)} euros, ${why}`);
process.exitCode = count.failed > 0 ? 1 : 0;
