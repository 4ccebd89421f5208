import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '#domain/shared/instants.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { openWorld } from './world.ts';

test('sweeps due work within the hour, however many came before and however slow clocks are', async () => {
  const { begin, endFaults, processes, tables, scheduler, run } = openWorld({
    seed: 1,
    evolve: transactionAggregate.evolve,
  });
  begin();
  for (const { owner } of processes.values()) owner.skew = -10 * MINUTE;
  for (let hour = 1; hour < 60; hour += 3) {
    const dueAt = scheduler.now() + HOUR;
    await tables.schedule.put({ id: `task-${hour}`, kind: 'told', subject: 'somebody', dueAt, data: {} });
    endFaults();
    await run(() => scheduler.now() > dueAt + HOUR);
    expect([...tables.schedule.tasks.keys()]).toEqual([]);
    await run(() => scheduler.now() > dueAt + 2 * HOUR);
  }
  expect(scheduler.steps()).toBeLessThan(10_000);
});
