import type { OneTimeLinks } from '../../accounts/accountDeps.ts';
import type { Jobs } from '../../ports/jobs.ts';
import { emailJob } from './emailJob.ts';

export const linkEmails = (jobs: Pick<Jobs, 'add'>): OneTimeLinks => ({
  send: (purpose, accountId, cause, requestId) =>
    jobs.add([emailJob({ template: purpose, accountId, ...(requestId && { details: { requestId } }) }, cause)]),
});
