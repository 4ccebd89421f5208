import { YEARS_OF_INACTIVITY } from '#domain/accounts/limits.ts';
import type { Id, TransactionId } from '#domain/shared/ids.ts';
import { DAY, type Instant } from '#domain/shared/instants.ts';
import type { Erasure, Inactivity } from '../accounts/storage.ts';
import { emailJob } from '../notifications/emails/emailJob.ts';
import type { Clock } from '../ports/clock.ts';
import { nightly, type Recurring } from '../shared/calendar.ts';
import type { PolicyDeps } from '../shared/policyDeps.ts';
import { unmatchedEventStream } from '../streams/streamNames.ts';
import type { EvidenceCommands } from '../transactions/evidence.ts';

/** A conversation's month: what was sent in it has one key. */
export type MessageMonth = { subject: string; conversation: Id; from: Instant; until: Instant };

/** What is kept for a time only. Everything here may be done twice. */
export interface Retention {
  /** Months that ended by then and whose key is still there. */
  messageMonths(endedBy: Instant, limit: number): Promise<MessageMonth[]>;
  forgetMessageImages(month: MessageMonth): Promise<void>;
  /** What the read model still shows of messages and reports that are older. */
  forgetMessagesBefore(instant: Instant): Promise<void>;
  /** Sales that have ended, with no fact since then, and of which personal data is still there. */
  endedSales(noEventSince: Instant, limit: number): Promise<TransactionId[]>;
  /** Months that ended by then, of which it can still be tried out what address a digest is of. */
  digestMonths(endedBy: Instant, limit: number): Promise<string[]>;
  forgetSale(transaction: TransactionId): Promise<void>;
  /** Ids of provider's events about no sale, handled by then, whose note can still be read. */
  endedOrphans(handledBy: Instant, limit: number): Promise<string[]>;
  /** After it the subject's personal data reads as null in all its events. */
  eraseKey(subject: string): Promise<void>;
  /** Rows that nobody will ask for again: expired sessions and tokens, old emails, handled facts. Answers how many went, by table. */
  sweepTables(now: Instant): Promise<Record<string, number>>;
}

type RetentionDeps = Pick<PolicyDeps, 'jobs' | 'commands' | 'log'> & {
  retention: Retention;
  inactivity: Inactivity;
  evidence: Pick<EvidenceCommands, 'forget'>;
  erasure: Pick<Erasure, 'openSalesOf'>;
  clock: Clock;
};

/** After the night's attestation. */
const HOUR_OF_FORGETTING = 4;
const PAGE = 100;
export const YEARS_OF_MESSAGES = 2;
export const YEARS_OF_TRANSACTIONS = 7;
const YEARS_OF_DIGESTS = 1;
/** Between the warning and the deletion. */
const WARNING = 30 * DAY;

/** The same day of the calendar, years ago; where that year has no 29 February, the day before: nothing goes a day too early. */
const yearsBefore = (now: Instant, years: number): Instant => {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date.getUTCDate() === day ? date.getTime() : date.setUTCDate(0);
};

/** Page by page until none is left; work that leaves its page as it is must not be asked for again. */
const each = async <Item>(
  page: () => Promise<readonly Item[]>,
  action: (item: Item) => Promise<void>,
): Promise<number> => {
  for (let done = 0; ; ) {
    const items = await page();
    for (const item of items) await action(item);
    done += items.length;
    if (items.length < PAGE) return done;
  }
};

/** Pictures first, since only events that can be read name them; the key last, because it is what is asked for the next time. */
const forgetMessages = async ({ retention, clock, log }: RetentionDeps): Promise<void> => {
  const endedBy = yearsBefore(clock.now(), YEARS_OF_MESSAGES);
  const months = await each(
    () => retention.messageMonths(endedBy, PAGE),
    async (month) => {
      await retention.forgetMessageImages(month);
      await retention.eraseKey(month.subject);
    },
  );
  // also what a rebuild that was under way meanwhile has read
  await retention.forgetMessagesBefore(startOfMonth(endedBy));
  if (months > 0) log.info({ months }, 'messages have reached their end');
};

const startOfMonth = (instant: Instant): Instant => {
  const date = new Date(instant);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
};

const forgetTransactions = async ({ retention, evidence, clock, log }: RetentionDeps): Promise<void> => {
  const noEventSince = yearsBefore(clock.now(), YEARS_OF_TRANSACTIONS);
  const transactions = await each(
    () => retention.endedSales(noEventSince, PAGE),
    async (transaction) => {
      await evidence.forget(transaction);
      await retention.eraseKey(`transaction-${transaction}`);
      await retention.forgetSale(transaction);
    },
  );
  if (transactions > 0) log.info({ sales: transactions }, 'the personal data of sales has reached its end');
};

/** What staff noted about a provider's fact that belongs to no sale, before the fact itself goes with its table. */
const forgetUnmatchedEvents = async ({ retention, clock, log }: RetentionDeps): Promise<void> => {
  const handledBy = yearsBefore(clock.now(), YEARS_OF_TRANSACTIONS);
  const unmatchedEvents = await each(
    () => retention.endedOrphans(handledBy, PAGE),
    (eventId) => retention.eraseKey(unmatchedEventStream(eventId)),
  );
  if (unmatchedEvents > 0)
    log.info({ orphans: unmatchedEvents }, 'notes about facts without a sale have reached their end');
};

const warnInactive = async ({ inactivity, jobs, clock }: RetentionDeps): Promise<void> => {
  const now = clock.now();
  await each(
    () => inactivity.toWarn(yearsBefore(now + WARNING, YEARS_OF_INACTIVITY), PAGE),
    async ({ account, lastSeenAt }) => {
      const details = { eraseAt: now + WARNING };
      await jobs.add([emailJob({ template: 'inactivityWarning', accountId: account, details }, `seen.${lastSeenAt}`)]);
      await inactivity.markWarned(account, now);
    },
  );
};

/** Whose sale holds money waits for its end, as with every deletion. */
const deleteInactive = async ({ inactivity, erasure, commands, clock, log }: RetentionDeps): Promise<void> => {
  const now = clock.now();
  const inactive = await inactivity.toDelete(yearsBefore(now, YEARS_OF_INACTIVITY), now - WARNING, 10_000);
  let erased = 0;
  for (const { account, lastSeenAt } of inactive) {
    const openTransactions = await erasure.openSalesOf(account);
    if (openTransactions > 0) continue;
    const cause = { id: `inactive.${account}.${lastSeenAt}`, step: 'erase' };
    const outcome = await commands.toAccount(account, { type: 'EraseAccount', openSales: openTransactions }, cause);
    if ((outcome?.events.length ?? 0) > 0) erased++;
  }
  if (erased > 0) log.info({ erased }, 'inactive accounts were deleted');
};

/** Who signed in stays; from where can be told no more. */
const forgetDigests = async ({ retention, clock, log }: RetentionDeps): Promise<void> => {
  const endedBy = yearsBefore(clock.now(), YEARS_OF_DIGESTS);
  const months = await each(
    () => retention.digestMonths(endedBy, PAGE),
    (subject) => retention.eraseKey(subject),
  );
  if (months > 0) log.info({ months }, 'the addresses of security events have reached their end');
};

const sweepTables = async (deps: RetentionDeps): Promise<void> => {
  await forgetUnmatchedEvents(deps);
  const { retention, clock, log } = deps;
  const removed = await retention.sweepTables(clock.now());
  log.info({ removed }, 'rows that nobody needs were removed');
};

/** Each night, each by itself: one that fails keeps no other from its end. */
export const forgetting = (deps: RetentionDeps): Recurring[] => {
  const period = nightly(HOUR_OF_FORGETTING);
  const every = (work: string, action: (deps: RetentionDeps) => Promise<void>): Recurring => ({
    work,
    period,
    run: async () => {
      await action(deps);
      return 'done';
    },
  });
  return [
    every('retention.messages', forgetMessages),
    every('retention.sales', forgetTransactions),
    every('retention.warnings', warnInactive),
    every('retention.inactive', deleteInactive),
    every('retention.addresses', forgetDigests),
    every('retention.tables', sweepTables),
  ];
};
