import type { readOptions } from './readOptions.ts';
import { describeFailure, simulateWorld, TRANSACTIONS_PER_WORLD } from './simulate.ts';

/** Runs worlds until this many transactions are done or a rule is broken; returns the exit code. */
export const walkWorlds = async (options: ReturnType<typeof readOptions>): Promise<number> => {
  const { seed, sales: wanted, stride, all, rates } = options;
  const defect = rates.length > 0 ? { name: 'rates', ...Object.fromEntries(rates) } : undefined;
  const trace = options['steps-trace']
    ? (now: number, step: number, label: string) => console.log(`${step} ${new Date(now).toISOString()} ${label}`)
    : undefined;
  const began = performance.now();
  console.log(`seed ${seed}`);
  const count = { worlds: 0, sales: 0, events: 0, steps: 0, failed: 0 };
  const losses = new Map<string, number>();

  const tell = (): void => {
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const { worlds, sales: transactions, events, steps, failed } = count;
    console.log(
      `${transactions} sales, ${worlds} worlds, ${events} events, ${steps} steps in ${seconds} s; ${failed} failed`,
    );
  };

  for (let world = seed; count.sales < wanted && (all || count.failed === 0); world += stride) {
    const report = await simulateWorld(world, TRANSACTIONS_PER_WORLD, {
      ...(trace && { trace }),
      ...(defect && { defect }),
    });
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
  return count.failed > 0 ? 1 : 0;
};
