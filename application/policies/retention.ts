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

/** A month of a conversation. All messages sent in it share one key. */
export type MessageMonth = { subject: string; conversation: Id; from: Instant; until: Instant };

/** Data with a limited lifetime. Every operation is idempotent. */
export interface Retention {
  /** Months that ended by then and still have their key. */
  messageMonths(endedBy: Instant, limit: number): Promise<MessageMonth[]>;
  forgetMessageImages(month: MessageMonth): Promise<void>;
  /** Removes older messages and reports from the read model. */
  forgetMessagesBefore(instant: Instant): Promise<void>;
  /** Transactions that have ended, have had no event since then, and still hold personal data. */
  endedSales(noEventSince: Instant, limit: number): Promise<TransactionId[]>;
  /** Months that ended by then and whose key still allows guessing the addresses behind their digests. */
  digestMonths(endedBy: Instant, limit: number): Promise<string[]>;
  forgetSale(transaction: TransactionId): Promise<void>;
  /** Ids of unmatched provider events, handled by then, whose notes are still readable. */
  endedOrphans(handledBy: Instant, limit: number): Promise<string[]>;
  /** From then on the subject's personal data reads as null in all events. */
  eraseKey(subject: string): Promise<void>;
  /**
   * Deletes rows nobody needs any more: expired sessions and tokens, old e-mails, handled provider events. Returns
   * the number deleted per table.
   */
  sweepTables(now: Instant): Promise<Record<string, number>>;
}

type RetentionDeps = Pick<PolicyDeps, 'jobs' | 'commands' | 'log'> & {
  retention: Retention;
  inactivity: Inactivity;
  evidence: Pick<EvidenceCommands, 'forget'>;
  erasure: Pick<Erasure, 'openSalesOf'>;
  clock: Clock;
};

/** After the nightly book check. */
const HOUR_OF_FORGETTING = 4;
const PAGE = 100;
export const YEARS_OF_MESSAGES = 2;
export const YEARS_OF_TRANSACTIONS = 7;
const YEARS_OF_DIGESTS = 1;
/** Time between the warning and the deletion. */
const WARNING = 30 * DAY;

/** The same calendar day years ago. 29 February becomes 28 February, so nothing is deleted a day early. */
const yearsBefore = (now: Instant, years: number): Instant => {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date.getUTCDate() === day ? date.getTime() : date.setUTCDate(0);
};

/** Works page by page until none is left. `action` must remove its item from the page. */
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

/**
 * Pictures first, because only readable events name them. The key last, because a remaining key marks the month as
 * unfinished.
 */
const forgetMessages = async ({ retention, clock, log }: RetentionDeps): Promise<void> => {
  const endedBy = yearsBefore(clock.now(), YEARS_OF_MESSAGES);
  const months = await each(
    () => retention.messageMonths(endedBy, PAGE),
    async (month) => {
      await retention.forgetMessageImages(month);
      await retention.eraseKey(month.subject);
    },
  );
  // also what a concurrent rebuild may have read before
  await retention.forgetMessagesBefore(startOfMonth(endedBy));
  if (months > 0) log.info({ months }, 'old messages were deleted');
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
  if (transactions > 0) log.info({ sales: transactions }, 'the personal data of old transactions was deleted');
};

/** Staff notes about unmatched provider events. The events' rows are deleted only afterwards. */
const forgetUnmatchedEvents = async ({ retention, clock, log }: RetentionDeps): Promise<void> => {
  const handledBy = yearsBefore(clock.now(), YEARS_OF_TRANSACTIONS);
  const unmatchedEvents = await each(
    () => retention.endedOrphans(handledBy, PAGE),
    (eventId) => retention.eraseKey(unmatchedEventStream(eventId)),
  );
  if (unmatchedEvents > 0) log.info({ orphans: unmatchedEvents }, 'notes about unmatched provider events were deleted');
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

/** An account with money or an open case in a transaction waits until that ends, as with every deletion. */
const deleteInactive = async ({ inactivity, erasure, commands, clock, log }: RetentionDeps): Promise<void> => {
  const now = clock.now();
  const inactive = await inactivity.toDelete(yearsBefore(now, YEARS_OF_INACTIVITY), now - WARNING, 10_000);
  let erased = 0;
  for (const { account, lastSeenAt } of inactive) {
    const openTransactions = await erasure.openSalesOf(account, now);
    if (openTransactions > 0) continue;
    const cause = { id: `inactive.${account}.${lastSeenAt}`, step: 'erase' };
    const outcome = await commands.toAccount(account, { type: 'EraseAccount', openSales: openTransactions }, cause);
    if ((outcome?.events.length ?? 0) > 0) erased++;
  }
  if (erased > 0) log.info({ erased }, 'inactive accounts were deleted');
};

/** The sign-in events stay, but their addresses can no longer be determined. */
const forgetDigests = async ({ retention, clock, log }: RetentionDeps): Promise<void> => {
  const endedBy = yearsBefore(clock.now(), YEARS_OF_DIGESTS);
  const months = await each(
    () => retention.digestMonths(endedBy, PAGE),
    (subject) => retention.eraseKey(subject),
  );
  if (months > 0) log.info({ months }, 'the addresses of old security events were deleted');
};

const sweepTables = async (deps: RetentionDeps): Promise<void> => {
  await forgetUnmatchedEvents(deps);
  const { retention, clock, log } = deps;
  const removed = await retention.sweepTables(clock.now());
  log.info({ removed }, 'expired rows were deleted');
};

/** Every night. Each task is separate, so that a failing one does not stop the others. */
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
