import type { AccountWarnings, OneTimeLinks } from '../../accounts/accountDeps.ts';
import type { Job, Jobs } from '../../ports/jobs.ts';
import type { Email, EmailTemplate } from './email.ts';

export const accountWarnings = (jobs: Pick<Jobs, 'add'>): AccountWarnings => ({
  send: (template, accountId, details, cause) => jobs.add([emailJob({ template, accountId, details }, cause)]),
});

export const linkEmails = (jobs: Pick<Jobs, 'add'>): OneTimeLinks => ({
  send: (purpose, accountId, cause, requestId) =>
    jobs.add([emailJob({ template: purpose, accountId, ...(requestId && { details: { requestId } }) }, cause)]),
});

export const MAIL = 'mail';

/** A job holds only ids and the kind of e-mail: no address, no user text, no token. */
export type EmailRequest = {
  template: EmailTemplate;
  /** Null: our own support. */
  accountId: string | null;
  saleId?: string;
  role?: 'buyer' | 'seller';
  details?: Email['details'];
};

/** A second request with the same `cause` does nothing. */
export const emailJob = (request: EmailRequest, cause: string, runAt?: number): Job => ({
  queue: MAIL,
  id: `${request.template}-${request.accountId ?? 'support'}-${cause}`,
  data: request,
  ...(runAt !== undefined && { runAt }),
});
