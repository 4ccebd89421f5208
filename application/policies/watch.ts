import { tellColleagues } from '../notifications/policies/colleagues.ts';
import type { Quarantine } from '../ports/quarantine.ts';
import { hourly, type Period, type Recurring } from '../shared/calendar.ts';
import type { PolicyDeps } from '../shared/policyDeps.ts';

type Deps = Pick<PolicyDeps, 'jobs' | 'schedule' | 'colleagues' | 'log'> & {
  quarantine: Pick<Quarantine, 'all'>;
  /** Read models stopped by an error. */
  stopped(): Promise<string[]>;
};

/** The number of cases per fault. */
const faults = async ({ jobs, quarantine, stopped }: Deps): Promise<Map<string, number>> => {
  const found = new Map((await stopped()).map((name) => [`stopped.${name}`, 1]));
  for (const [queue, { failed }] of Object.entries(await jobs.counts()))
    if (failed > 0) found.set(`dead.${queue}`, failed);
  const quarantined = quarantine.all().length;
  if (quarantined > 0) found.set('quarantined.streams', quarantined);
  return found;
};

const watch = async ({ name }: Period, deps: Deps): Promise<'done'> => {
  const { schedule, log } = deps;
  const known = await schedule.about('told', 'watch');
  const found = await faults(deps);
  for (const { id } of known) if (!found.has(id.slice('told.'.length))) await schedule.remove(id);
  for (const [fault, count] of found) {
    const id = `told.${fault}`;
    const told = Number(known.find((task) => task.id === id)?.data.count ?? 0);
    if (count > told) {
      log.error({ code: 'needsRepair', fault, count }, 'something has stopped that does not go on by itself');
      const [kind, what] = fault.split('.') as [string, string];
      const email = { template: 'needsRepair', details: { kind, what, count } } as const;
      await tellColleagues(['admin'], email, `${fault}.${name}`, deps);
    }
    if (count !== told)
      await schedule.put({ id, kind: 'told', subject: 'watch', dueAt: null, data: { count: String(count) } });
  }
  return 'done';
};

/**
 * Hourly: tells admins about jobs that used up their attempts and read models that stopped, again if the number
 * grows.
 */
export const watchOver = (deps: Deps): Recurring => ({
  work: 'watch',
  period: hourly,
  run: (hour) => watch(hour, deps),
});
