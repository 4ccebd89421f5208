import type { AccountWarnings } from '../../accounts/accountDeps.ts';
import type { Jobs } from '../../ports/jobs.ts';
import { emailJob } from './emailJob.ts';

export const accountWarnings = (jobs: Pick<Jobs, 'add'>): AccountWarnings => ({
  send: (template, accountId, details, cause) => jobs.add([emailJob({ template, accountId, details }, cause)]),
});
