import { REMINDER_EMAILS } from '#domain/notifications/deadlines.ts';
import type { Details, EmailContext, EventEmailTo } from '#domain/notifications/emails.ts';
import { emailsAbout, eventsThat } from '#domain/notifications/eventTexts.ts';
import { accountsOf } from '#domain/notifications/listingReports.ts';
import { accountsOfMessageReport } from '#domain/notifications/messageReports.ts';
import { DAY, type Instant, SECOND } from '#domain/shared/instants.ts';
import type { Deadline } from '#domain/transactions/commands.ts';
import { DEADLINE_TABLE, type DeadlineKind } from '#domain/transactions/process/deadlineTable.ts';
import { termsFor } from '#domain/transactions/terms/termsFor.ts';
import { standingOf } from '../../accounts/sellerStanding.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Recorded } from '../../ports/eventCodec.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { TransactionSummary } from '../../ports/saleFacts.ts';
import type { Policy } from '../../shared/policy.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import { idIn } from '../../streams/transactionSummary.ts';
import { type EmailRequest, emailJob } from '../emails/emailJob.ts';

type Deps = Pick<PolicyDeps, 'repository' | 'jobs'>;

/** A review text is a separate event shortly after its stars; one e-mail reports both. */
const WORDS_FOLLOW_WITHIN = 5 * SECOND;

/** `paid`: whether the transaction has received money; false for other subjects. */
export const surroundingsOf = (event: Recorded, paid = false): EmailContext => ({
  subject: idIn(event.stream),
  eventId: event.id,
  commandId: event.metadata.commandId,
  paid,
});

const emailsOfTransaction = async (event: Recorded, { repository }: Deps): Promise<EmailRequest[]> => {
  const transaction = await repository.saleFacts(idIn(event.stream));
  if (!transaction) return [];
  const requests: EmailRequest[] = [];
  for (const { to, template, details = {}, unlessBankVerified, saysSuspended } of emailsAbout(
    event,
    surroundingsOf(event, transaction.paymentId !== null),
  )) {
    const standing = unlessBankVerified || saysSuspended ? await standingOf(repository, transaction.sellerId) : null;
    if (unlessBankVerified && (standing?.bankVerified || standing?.suspended)) continue;
    if (to === 'buyer' || to === 'seller')
      requests.push({
        template,
        accountId: to === 'buyer' ? transaction.buyerId : transaction.sellerId,
        saleId: transaction.id,
        role: to,
        details: saysSuspended && standing?.suspended ? { ...details, suspended: 1 } : details,
      });
  }
  return requests;
};

const emailToOwner = async (
  event: Recorded,
  { template, details = {} }: EventEmailTo,
  { repository }: Deps,
): Promise<EmailRequest> => {
  if (!event.stream.startsWith('listing-')) return { template, accountId: idIn(event.stream), details };
  const listing = idIn(event.stream);
  const { sellerId } = (await repository.listings.load(listing)).state;
  return { template, accountId: sellerId, details: { ...details, listing } };
};

/** The listing's title is read when the e-mail is sent. */
const emailToSide = (
  { data }: Recorded,
  { to, template, details = {} }: EventEmailTo & { to: 'buyer' | 'seller' },
): EmailRequest[] => {
  if (!('buyerId' in data && 'sellerId' in data)) return [];
  const accountId = to === 'buyer' ? data.buyerId : data.sellerId;
  return accountId === null ? [] : [{ template, accountId, role: to, details }];
};

/** The decision and its reason are read when the e-mail is sent. */
const emailsOfListingReport = (event: Recorded): EmailRequest[] => {
  const details = { listing: idIn(event.stream), revision: event.revision };
  return emailsAbout(event, surroundingsOf(event)).flatMap(({ to, template }): EmailRequest[] =>
    to === 'support'
      ? [{ template, accountId: null, details }]
      : accountsOf(event, to).map((accountId) => ({ template, accountId, details })),
  );
};

/** To the parties of the transaction. The reason of a removal is read when the e-mail is sent. */
const emailsOfReview = async (event: Recorded, deps: Deps): Promise<EmailRequest[]> => {
  const toParties = (await emailsOfTransaction(event, deps)).map((request) => ({
    ...request,
    details: { ...request.details, revision: event.revision },
  }));
  const toSupport = emailsAbout(event, surroundingsOf(event)).filter(({ to }) => to === 'support');
  return [...toParties, ...toSupport.map(({ template, details = {} }) => ({ template, accountId: null, details }))];
};

const emailsOf = (event: Recorded, deps: Deps): Promise<EmailRequest[]> => {
  if (event.stream.startsWith('transaction-')) return emailsOfTransaction(event, deps);
  if (event.stream.startsWith('review-')) return emailsOfReview(event, deps);
  if (event.stream.startsWith('notice-')) return Promise.resolve(emailsOfListingReport(event));
  const addressed = emailsAbout(event, surroundingsOf(event));
  return Promise.all(
    addressed.map(async (email): Promise<EmailRequest[]> => {
      const { to, template, details = {} } = email;
      if (to === 'owner') return [await emailToOwner(event, email, deps)];
      if (to === 'support') return [{ template, accountId: null, details }];
      if (to === 'buyer' || to === 'seller') return emailToSide(event, { ...email, to });
      return accountsOfMessageReport(event, to).map((accountId) => ({ template, accountId, details }));
    }),
  ).then((requests) => requests.flat());
};

/**
 * A server of the previous release requests the verification itself, under its command id. The same id sends it
 * once.
 */
const causeOf = ({ type, id, metadata }: Recorded): string =>
  type === 'AccountRegistered' ? metadata.commandId.replace(/\.register$/, '') : id;

/**
 * Turns events into e-mails as `domain/notifications` declares. Ids derive from the event, so a repeated event
 * sends one e-mail.
 */
export const emails = (deps: Deps): Policy => ({
  name: 'mails',
  handles: eventsThat(({ emails }) => !('silent' in emails)),
  begins: {
    ReviewWritten: 'now',
    MessageReportResolved: 'now',
    ReviewReportResolved: 'now',
    ReleaseRevoked: 'now',
    PayoutPostponed: 'now',
    EscalatedToStaff: 'now',
    DecisionRejected: 'now',
    DecisionWithdrawn: 'now',
    DecisionLapsed: 'now',
  },
  handle: async (event) => {
    const requests = await emailsOf(event, deps);
    const runAt = event.type === 'SellerRated' ? event.data.at + WORDS_FOLLOW_WITHIN : undefined;
    if (requests.length > 0) await deps.jobs.add(requests.map((request) => emailJob(request, causeOf(event), runAt)));
  },
});

/** When a reminder becomes untrue. */
const overAt = (kind: DeadlineKind, transaction: TransactionSummary): Instant | null => {
  if (kind === 'shipReminder') return transaction.shipBy;
  if (transaction.escrowEndsAt === null || (kind !== 'firstNotice' && kind !== 'lastNotice')) return null;
  return kind === 'firstNotice'
    ? transaction.escrowEndsAt - termsFor(transaction).lastNotice
    : transaction.escrowEndsAt;
};

const hasEmail = (kind: DeadlineKind): kind is keyof typeof REMINDER_EMAILS => Object.hasOwn(REMINDER_EMAILS, kind);

/** The details that the e-mail of a reminder needs besides the transaction. */
const detailsOf = ({ kind, dueAt }: Deadline, { shipBy, escrowEndsAt }: TransactionSummary, now: Instant): Details => {
  if (kind === 'shipReminder') return { shipBy };
  if (kind !== 'firstNotice' && kind !== 'lastNotice') return {};
  return { daysLeft: Math.ceil(((escrowEndsAt ?? dueAt) - now) / DAY), escrowEndsAt };
};

/** The e-mails of reminders and notices, to the party that the deadline names. A late one is dropped if its deadline has passed. */
export const remind =
  ({ jobs, clock }: { jobs: Pick<Jobs, 'add'>; clock: Clock }) =>
  async (deadline: Deadline, transaction: TransactionSummary): Promise<void> => {
    const { kind, dueAt } = deadline;
    if (!hasEmail(kind)) return;
    const now = clock.now();
    const over = overAt(kind, transaction);
    if (over !== null && over <= now) return;
    const role = DEADLINE_TABLE[kind].names;
    const accountId = role === 'buyer' ? transaction.buyerId : transaction.sellerId;
    const details = detailsOf(deadline, transaction, now);
    const request = { template: REMINDER_EMAILS[kind], accountId, saleId: transaction.id, role, details };
    await jobs.add([emailJob(request, `${transaction.id}.${kind}.${dueAt}`)]);
  };
