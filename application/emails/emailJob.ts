import { RESET_LINK, VERIFICATION_LINK } from '#domain/accounts/policy.ts';
import type { Clock } from '../ports/clock.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Email, EmailTemplate, RenderEmail } from '../ports/emails.ts';
import type { Job, JobHandler } from '../ports/jobs.ts';
import type { Log } from '../ports/log.ts';
import type { Mailer } from '../ports/mail.ts';
import type { Repository } from '../repository.ts';
import { loadSaleFacts } from '../sales/saleFacts.ts';
import { loadSupportQuestion } from './supportQuestion.ts';

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
export const emailJob = (request: EmailRequest, cause: string): Job => ({
  queue: MAIL,
  id: `${request.template}-${request.accountId ?? 'support'}-${cause}`,
  data: request,
});

type EmailDeps = {
  repository: Repository;
  credentials: Pick<Credentials, 'issueToken'>;
  mailer: Mailer;
  render: RenderEmail;
  supportEmail: string;
  clock: Clock;
  log: Log;
};

const ONE_TIME = {
  verifyEmail: { path: '/verify-email', lifetime: VERIFICATION_LINK },
  resetPassword: { path: '/reset-password', lifetime: RESET_LINK },
} as const;

const isOneTime = (template: EmailTemplate): template is keyof typeof ONE_TIME => template in ONE_TIME;

/** Renders and sends one email. Address and sale are read now; an erased account gets none. */
export const sendEmail =
  ({ repository, credentials, mailer, render, supportEmail, clock, log }: EmailDeps): JobHandler =>
  async ({ id, data, attempt }) => {
    const { template, accountId, saleId, role, details } = data as EmailRequest;
    const { email, username } =
      accountId === null
        ? { email: supportEmail, username: 'colleagues' }
        : (await repository.accounts.load(accountId)).state;
    if (!email || !username) {
      log.info({ account: accountId, template }, 'an email has nobody to go to');
      return;
    }
    let path: string | null = null;
    if (isOneTime(template) && accountId !== null) {
      const { path: page, lifetime } = ONE_TIME[template];
      const token = await credentials.issueToken(accountId, template, clock.now() + lifetime);
      path = `${page}?token=${encodeURIComponent(token)}`;
    }
    const question = template === 'supportQuestion' ? await loadSupportQuestion(details ?? {}, repository) : undefined;
    if (template === 'supportQuestion' && !question) {
      log.info({ template }, 'who asked has been erased');
      return;
    }
    const sale = saleId ? ((await loadSaleFacts(repository, saleId)) ?? null) : null;
    const facts = { template, username, role: role ?? null, sale, details: details ?? {}, path };
    const rendered = render(question ? { ...facts, question } : facts);
    // a second attempt has issued a new token, which ends the first one: so its email must go out too
    const mailId = isOneTime(template) && attempt > 1 ? `${id}-${attempt}` : id;
    await mailer.send({ id: mailId, to: email, ...(question && { replyTo: question.email }), ...rendered });
  };
