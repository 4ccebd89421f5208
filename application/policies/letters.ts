import { DAY, HOUR } from '#domain/shared/instants.ts';
import type { Journal } from '../journal.ts';
import type { Clock } from '../ports/clock.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Job, JobHandler } from '../ports/jobs.ts';
import type { Letter, LetterTemplate, RenderLetter } from '../ports/letters.ts';
import type { Log } from '../ports/log.ts';
import type { Mailer } from '../ports/mail.ts';
import type { Commands } from './commands.ts';
import { loadSaleFacts } from './saleFacts.ts';

export const MAIL = 'mail';

/** No address, no text that somebody wrote, no token: a job holds who, which letter and about what. */
export type LetterRequest = {
  template: LetterTemplate;
  accountId: string;
  saleId?: string;
  role?: 'buyer' | 'seller';
  details?: Letter['details'];
};

/** `cause` is what makes a second request for the same letter a no-op. */
export const letterJob = (request: LetterRequest, cause: string): Job => ({
  queue: MAIL,
  id: `${request.template}-${request.accountId}-${cause}`,
  data: request,
});

export type LetterDeps = {
  journal: Journal;
  commands: Pick<Commands, 'loadAccount'>;
  credentials: Pick<Credentials, 'issueToken'>;
  mailer: Mailer;
  render: RenderLetter;
  clock: Clock;
  log: Log;
};

const ONE_TIME = {
  verifyEmail: { path: '/verify-email', lifetime: DAY },
  resetPassword: { path: '/reset-password', lifetime: HOUR },
} as const;

const isOneTime = (template: LetterTemplate): template is keyof typeof ONE_TIME => template in ONE_TIME;

/** Renders and sends one letter. Address and sale are read now; an erased account gets none. */
export const sendLetter =
  ({ journal, commands, credentials, mailer, render, clock, log }: LetterDeps): JobHandler =>
  async ({ id, data, attempt }) => {
    const { template, accountId, saleId, role, details } = data as LetterRequest;
    const { email, username } = await commands.loadAccount(accountId);
    if (!email || !username) {
      log.info({ account: accountId, template }, 'a letter has nobody to go to');
      return;
    }
    let path: string | null = null;
    if (isOneTime(template)) {
      const { path: page, lifetime } = ONE_TIME[template];
      const token = await credentials.issueToken(accountId, template, clock.now() + lifetime);
      path = `${page}?token=${encodeURIComponent(token)}`;
    }
    const sale = saleId ? ((await loadSaleFacts(journal, saleId)) ?? null) : null;
    const rendered = render({ template, username, role: role ?? null, sale, details: details ?? {}, path });
    // a second attempt has issued a new token, which ends the first one: so its letter must go out too
    const mailId = isOneTime(template) && attempt > 1 ? `${id}-${attempt}` : id;
    await mailer.send({ id: mailId, to: email, ...rendered });
  };
