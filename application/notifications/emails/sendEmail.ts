import { EMAIL_CHANGE, FACTOR_PENDING, RESET_LINK, VERIFICATION_LINK } from '#domain/accounts/limits.ts';
import { type Choosable, choosable } from '#domain/accounts/mailChoices.ts';
import { type MoneyState, moneyStateOf } from '#domain/transactions/moneyState.ts';
import { standingOf } from '../../accounts/sellerStanding.ts';
import type { Credentials } from '../../accounts/storage.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobHandler } from '../../ports/jobs.ts';
import type { Log } from '../../ports/log.ts';
import type { Mailer } from '../../ports/mail.ts';
import type { TransactionSummary } from '../../ports/saleFacts.ts';
import type { Schedule } from '../../shared/storage.ts';
import type { Repository } from '../../streams/repository.ts';
import { forget, heldFor, hold } from './digestQueue.ts';
import type { Email, EmailTemplate, RenderEmail } from './email.ts';
import {
  isOfListingReport,
  loadListingReportNews,
  loadOpenCase,
  loadRemovedReview,
  loadShipmentDetails,
  loadSupportQuestion,
  loadUnreadMessage,
  type UnreadMessage,
} from './emailContent.ts';
import type { EmailRequest } from './emailJob.ts';
import { isThrottled } from './emailThrottle.ts';
import { isAboutNewEmail, loadNewEmail } from './newEmail.ts';
import { foundIn, foundThatHolds, type SearchesStillFinding } from './searchNews.ts';
import { newsIn, newsThatHolds } from './watchedNews.ts';

export type EmailDeps = {
  repository: Repository;
  credentials: Pick<Credentials, 'issueToken'>;
  mailer: Mailer;
  render: RenderEmail;
  schedule: Schedule;
  savedSearches: SearchesStillFinding;
  /** The URL that unsubscribes from one kind of e-mail on POST. */
  unsubscribeUrl: (accountId: string, category: Choosable) => string;
  /**
   * The newest checkpoint of the transparency log in one line; undefined before the first. Parties can keep it as
   * evidence.
   */
  headLine: () => Promise<string | undefined>;
  supportEmail: string;
  /** Keyed hash: names the streams of e-mail addresses without revealing them. */
  hashName: (name: string) => string;
  clock: Clock;
  log: Log;
};

const ONE_TIME = {
  verifyEmail: { path: '/verify-email', lifetime: VERIFICATION_LINK },
  resetPassword: { path: '/reset-password', lifetime: RESET_LINK },
  confirmOldEmail: { path: '/email-change', lifetime: EMAIL_CHANGE },
  confirmNewEmail: { path: '/email-change', lifetime: EMAIL_CHANGE },
  firstFactorAdded: { path: '/new-factor', lifetime: FACTOR_PENDING },
} as const;

/** The recipient may be a stranger: nobody has confirmed the address. */
const TO_STRANGERS: ReadonlySet<EmailTemplate> = new Set(['verifyEmail', 'confirmNewEmail', 'newEmailKnown']);

const requestOf = ({ requestId }: NonNullable<EmailRequest['details']> = {}): string | undefined =>
  typeof requestId === 'string' ? requestId : undefined;

const pendingUntilIn = ({ pendingUntil }: NonNullable<EmailRequest['details']> = {}): number | undefined =>
  typeof pendingUntil === 'number' ? pendingUntil : undefined;

const isOneTime = (template: EmailTemplate): template is keyof typeof ONE_TIME => template in ONE_TIME;

/** Stored news that this e-mail reports and then deletes. */
type Waiting = { news?: Awaited<ReturnType<typeof newsIn>>; found?: Awaited<ReturnType<typeof foundIn>> };

const waitingFor = async (
  { template, accountId, details = {} }: EmailRequest,
  { schedule }: Pick<EmailDeps, 'schedule'>,
): Promise<Waiting> => {
  if (accountId === null) return {};
  if (template === 'watchedNews') return { news: await newsIn(accountId, details, schedule) };
  return template === 'searchNews' ? { found: await foundIn(accountId, details, schedule) } : {};
};

/** The content specific to this template; undefined if nothing is left to say. */
const onlyIn = async (
  { template, accountId, saleId, details = {} }: EmailRequest,
  waiting: Waiting,
  deps: EmailDeps,
): Promise<Partial<Email> | undefined> => {
  const { repository, schedule, savedSearches, clock } = deps;
  if (template === 'supportQuestion') {
    const question = await loadSupportQuestion(details, repository);
    return question && { question };
  }
  if (template === 'shipped' && saleId !== undefined) return { parcel: await loadShipmentDetails(saleId, repository) };
  if (template === 'caseForStaff' && saleId !== undefined)
    return { openCase: await loadOpenCase(saleId, String(details.about), deps) };
  if (template === 'reviewRemoved' && saleId !== undefined) {
    const removed = await loadRemovedReview(saleId, Number(details.revision), repository);
    return removed && { removed };
  }
  if (template === 'ratingReceived' && typeof details.sale === 'string') {
    // the e-mail about the review text also reports the stars
    const { history } = await repository.reviews.loadWithHistory(details.sale);
    return history.length > 0 ? undefined : {};
  }
  if (template === 'newMessages') return loadUnreadMessage(details as UnreadMessage, accountId, repository);
  if (isOfListingReport(template)) {
    const about = { listing: String(details.listing), revision: Number(details.revision) };
    const notice = await loadListingReportNews(about, accountId ?? '', repository);
    return notice && { notice };
  }
  if (template === 'watchedNews') {
    const news = await newsThatHolds(accountId ?? '', waiting.news ?? [], clock.now(), repository);
    return news.length > 0 ? { news } : undefined;
  }
  if (template === 'searchNews') {
    const found = await foundThatHolds(accountId ?? '', waiting.found ?? [], { repository, savedSearches });
    return found.length > 0 ? { found } : undefined;
  }
  if (template === 'dailyDigest') {
    const held = await heldFor(accountId ?? '', schedule);
    return held.length > 0 ? { held } : undefined;
  }
  return {};
};

/** The title of the listing. Jobs of an earlier release carry it themselves. */
const titleIn = async (
  { listing, title }: NonNullable<EmailRequest['details']>,
  { repository }: Pick<EmailDeps, 'repository'>,
): Promise<{ title?: string }> =>
  typeof listing === 'string' && title === undefined
    ? { title: (await repository.listings.load(listing)).state.offer.title }
    : {};

/**
 * Renders and sends one e-mail. Reads the address and the transaction now; skips erased accounts and whatever the
 * reader turned off or put into the digest.
 */
export const sendEmail =
  (deps: EmailDeps): JobHandler =>
  async (job) => {
    const waiting = await waitingFor(job.data as EmailRequest, deps);
    await write(job, waiting, deps);
    await forget([...(waiting.news ?? []), ...(waiting.found ?? [])], deps.schedule);
  };

const loadMoneyState = async (
  { id, sellerId }: TransactionSummary,
  { repository, clock }: Pick<EmailDeps, 'repository' | 'clock'>,
): Promise<MoneyState> =>
  moneyStateOf((await repository.transactions.load(id)).state, await standingOf(repository, sellerId), clock.now());

const write = async (
  { id, data, attempt }: Parameters<JobHandler>[0],
  waiting: Waiting,
  deps: EmailDeps,
): Promise<void> => {
  const { repository, credentials, mailer, render, schedule, supportEmail, clock, log } = deps;
  const request = data as EmailRequest;
  const { accountId, saleId, role, details } = request;
  const account = accountId === null ? null : (await repository.accounts.load(accountId)).state;
  const { email, username } = account ?? { email: supportEmail, username: 'colleagues' };
  if (!email || !username) {
    log.info({ account: accountId, template: request.template }, 'an e-mail has no recipient');
    // the digest names other people and would otherwise be kept for ever
    if (accountId !== null) await forget(await heldFor(accountId, schedule), schedule);
    return;
  }
  const atAddress =
    isAboutNewEmail(request.template) && accountId !== null
      ? await loadNewEmail(request.template, accountId, details ?? {}, deps)
      : { template: request.template, to: email };
  const own = atAddress && (await onlyIn(request, waiting, deps));
  if (!own) {
    log.info({ template: request.template }, 'an e-mail has nothing left to say');
    return;
  }
  const { template, to, ...aboutAddress } = atAddress;
  let path: string | null = null;
  if (isOneTime(template) && accountId !== null) {
    const { path: page, lifetime } = ONE_TIME[template];
    const until = aboutAddress.lapsesAt ?? pendingUntilIn(details) ?? clock.now() + lifetime;
    const token = await credentials.issueToken(accountId, template, until, requestOf(details));
    path = `${page}?token=${encodeURIComponent(token)}`;
  }
  const category = choosable(template);
  const unsubscribe = category && accountId !== null ? deps.unsubscribeUrl(accountId, category) : undefined;
  const transaction = saleId ? ((await repository.saleFacts(saleId)) ?? null) : null;
  const money = transaction && role ? await loadMoneyState(transaction, deps) : undefined;
  const headLine = transaction && accountId !== null ? await deps.headLine() : undefined;
  const kept = headLine === undefined ? {} : { headLine };
  const named = TO_STRANGERS.has(template) || account?.status === 'unverified' ? null : username;
  const events = {
    template,
    username: named,
    role: role ?? null,
    transaction,
    ...(money && { money }),
    details: {
      ...details,
      ...(await titleIn(details ?? {}, deps)),
      ...(aboutAddress.lapsesAt !== undefined && { lapsesAt: aboutAddress.lapsesAt }),
    },
    ...(aboutAddress.newEmail !== undefined && { newEmail: aboutAddress.newEmail }),
    path,
    ...own,
    ...kept,
    ...(transaction && account?.status === 'suspended' && ({ keptOut: true } as const)),
  };
  const pace = (category && account?.emails[category]) ?? 'atOnce';
  if (pace === 'off') return;
  const rendered = render(unsubscribe === undefined ? events : { ...events, unsubscribe });
  const waits = accountId !== null && (pace === 'daily' || (await isThrottled({ id, template, accountId }, deps)));
  if (waits) {
    await hold({ id, accountId, subject: rendered.subject, saleId, category }, { schedule, clock });
    return;
  }
  // a second attempt issues a new token that ends the first one, so this e-mail must go out too
  const mailId = isOneTime(template) && attempt > 1 ? `${id}-${attempt}` : id;
  await mailer.send({
    id: mailId,
    to,
    ...(own.question && { replyTo: own.question.email }),
    ...(unsubscribe !== undefined && { unsubscribe }),
    ...rendered,
  });
  if (own.held) await forget(own.held, schedule);
};
