import { tellColleagues } from '../../notifications/policies/colleagues.ts';
import { mondays, type Period, type Recurring } from '../../shared/calendar.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import type { Repository } from '../../streams/repository.ts';
import { bookChecksOf } from '../bookChecks.ts';
import type { Reports } from '../storage.ts';

type Deps = Pick<PolicyDeps, 'jobs' | 'colleagues'> & {
  repository: Pick<Repository, 'bookChecks'>;
  reports: Reports;
};

const HOUR_OF_REPORT = 8;

const deadJobs = async ({ jobs }: Pick<Deps, 'jobs'>): Promise<number> =>
  Object.values(await jobs.counts()).reduce((sum, { failed }) => sum + failed, 0);

const report = async ({ name, from, until }: Period, deps: Deps): Promise<'done'> => {
  const nights = (await bookChecksOf(deps.repository)).filter(({ data }) => data.at >= from && data.at < until);
  const details = {
    from,
    until,
    ...(await deps.reports.totals(from, until)),
    deadJobs: await deadJobs(deps),
    nights: nights.length,
    nightsThatDiffer: nights.filter(({ type }) => type === 'LedgerDifferenceFound').length,
  };
  await tellColleagues(['admin'], { template: 'weeklyReport', details }, `week.${name}`, deps);
  return 'done';
};

/** Mondays, to every admin: last week's totals. */
export const weeklyReport = (deps: Deps): Recurring => ({
  work: 'weeklyReport',
  period: mondays(HOUR_OF_REPORT),
  run: (week) => report(week, deps),
});
