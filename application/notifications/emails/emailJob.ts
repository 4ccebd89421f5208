import type { Job } from '../../ports/jobs.ts';
import type { Email, EmailTemplate } from './email.ts';

export const MAIL = 'mail';

/** No address, no text that somebody wrote, no token: a job holds who, which email and about what. */
export type EmailRequest = {
  template: EmailTemplate;
  /** Null: our own support. */
  accountId: string | null;
  saleId?: string;
  role?: 'buyer' | 'seller';
  details?: Email['details'];
};

/** `cause` is what makes a second request for the same email a no-op. */
export const emailJob = (request: EmailRequest, cause: string, runAt?: number): Job => ({
  queue: MAIL,
  id: `${request.template}-${request.accountId ?? 'support'}-${cause}`,
  data: request,
  ...(runAt !== undefined && { runAt }),
});
