import type { EmailContext, EventEmailTo } from '#domain/notifications/emails.ts';
import { emailsAbout, eventsThat } from '#domain/notifications/eventTexts.ts';
import { accountsOf } from '#domain/notifications/listingReports.ts';
import { DAY, type Instant, SECOND } from '#domain/shared/instants.ts';
import type { DeadlineKind } from '#domain/transactions/commands.ts';
import { termsFor } from '#domain/transactions/limits.ts';
import { standingOf } from '../../accounts/sellerStanding.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DueDeadline } from '../../ports/deadlines.ts';
import type { Email, EmailTemplate } from '../../ports/emails.ts';
import type { Recorded } from '../../ports/eventCodec.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { TransactionSummary } from '../../ports/saleFacts.ts';
import type { Policy } from '../../shared/policy.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import { idIn } from '../../streams/transactionSummary.ts';
import { type EmailRequest, emailJob } from '../emails/emailJob.ts';

type Deps = Pick<PolicyDeps, 'repository' | 'jobs'>;

/** Words that come with stars are a fact of their own, a moment later: one email tells both. */
const WORDS_FOLLOW_WITHIN = 5 * SECOND;

/** `paid`: whether money has come for the sale; of anything else it is false. */
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

/** What its listing is called is read when it is sent. */
const emailToSide = (
  { data }: Recorded,
  { to, template, details = {} }: EventEmailTo & { to: 'buyer' | 'seller' },
): EmailRequest[] => {
  if (!('buyerId' in data && 'sellerId' in data)) return [];
  const accountId = to === 'buyer' ? data.buyerId : data.sellerId;
  return accountId === null ? [] : [{ template, accountId, role: to, details }];
};

/** What was decided, and why, is read when it is sent. */
const emailsOfListingReport = (event: Recorded): EmailRequest[] => {
  const details = { listing: idIn(event.stream), revision: event.revision };
  return emailsAbout(event, surroundingsOf(event)).flatMap(({ to, template }): EmailRequest[] =>
    to === 'support'
      ? [{ template, accountId: null, details }]
      : accountsOf(event, to).map((accountId) => ({ template, accountId, details })),
  );
};

/** To the parties of its sale; the reason of a removal is read when it is sent. */
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
      return to === 'buyer' || to === 'seller' ? emailToSide(event, { ...email, to }) : [];
    }),
  ).then((requests) => requests.flat());
};

/** A server of the release before asks for the verification itself, under the id of its command: it goes out once. */
const causeOf = ({ type, id, metadata }: Recorded): string =>
  type === 'AccountRegistered' ? metadata.commandId.replace(/\.register$/, '') : id;

/** Facts become emails, as `domain/notifications` has it. Ids come from the fact, so a fact seen twice is told once. */
export const emails = (deps: Deps): Policy => ({
  name: 'mails',
  handles: eventsThat(({ emails }) => !('silent' in emails)),
  begins: {
    ReviewWritten: 'now',
    ReviewReportResolved: 'now',
    ReleaseRevoked: 'now',
    PayoutPostponed: 'now',
    EscalatedToStaff: 'now',
  },
  handle: async (event) => {
    const requests = await emailsOf(event, deps);
    const runAt = event.type === 'SellerRated' ? event.data.at + WORDS_FOLLOW_WITHIN : undefined;
    if (requests.length > 0) await deps.jobs.add(requests.map((request) => emailJob(request, causeOf(event), runAt)));
  },
});

/** From when on a reminder says nothing that is so any more. */
const overAt = (kind: DeadlineKind, transaction: TransactionSummary): Instant | null => {
  if (kind === 'shipReminder') return transaction.shipBy;
  if (transaction.escrowEndsAt === null || (kind !== 'firstNotice' && kind !== 'lastNotice')) return null;
  return kind === 'firstNotice'
    ? transaction.escrowEndsAt - termsFor(transaction).lastNotice
    : transaction.escrowEndsAt;
};

/** The emails that reminders and notices send, by deadline. One that comes late tells nobody of time that is over. */
export const remind =
  ({ jobs, clock }: { jobs: Pick<Jobs, 'add'>; clock: Clock }) =>
  async ({ kind, dueAt }: DueDeadline, transaction: TransactionSummary): Promise<void> => {
    const tell = (template: EmailTemplate, role: 'buyer' | 'seller', details: Email['details'] = {}) => {
      const accountId = role === 'buyer' ? transaction.buyerId : transaction.sellerId;
      return jobs.add([
        emailJob({ template, accountId, saleId: transaction.id, role, details }, `${transaction.id}.${kind}.${dueAt}`),
      ]);
    };
    const now = clock.now();
    const over = overAt(kind, transaction);
    if (over !== null && over <= now) return;
    if (kind === 'shipReminder') await tell('shipReminder', 'seller', { shipBy: transaction.shipBy });
    if (kind === 'firstNotice' || kind === 'lastNotice') {
      const { escrowEndsAt } = transaction;
      await tell('escrowNotice', 'buyer', { daysLeft: Math.ceil(((escrowEndsAt ?? dueAt) - now) / DAY), escrowEndsAt });
    }
    if (kind === 'pauseReminder') await tell('pauseReminder', 'buyer');
  };
