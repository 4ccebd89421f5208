import type { AccountId } from '#domain/shared/ids.ts';
import { type Instant, MINUTE } from '#domain/shared/instants.ts';
import { nextDigest } from '../../notifications/emails/digestQueue.ts';
import { emailJob } from '../../notifications/emails/emailJob.ts';
import { batchOf, foundTask, markTask, type NewsPace, putOffToDay } from '../../notifications/emails/searchNews.ts';
import { type Policy, policy } from '../../shared/policy.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import type { ScheduledTask } from '../../shared/storage.ts';
import { idIn } from '../../streams/transactionSummary.ts';

/** Matches are bundled for at most this long. */
const BUNDLED_WITHIN = 15 * MINUTE;

/** The daily pace is due just before the digest, so that it can join it. */
const dueAfter = (pace: NewsPace, now: Instant): Instant =>
  pace === 'daily' ? nextDigest(now).at - BUNDLED_WITHIN : (Math.floor(now / BUNDLED_WITHIN) + 1) * BUNDLED_WITHIN;

const emailTask = (account: AccountId, pace: NewsPace, now: Instant): ScheduledTask => {
  const dueAt = dueAfter(pace, now);
  return { id: `searchNews.${account}.${pace}.${dueAt}`, kind: 'searchNews', subject: account, dueAt, data: { pace } };
};

/**
 * Sends all waiting matches in one e-mail and marks them as handed over, so that repeated events add nothing. If a
 * crash left a marked batch without its e-mail, sends that.
 */
export const sendSearchNews = async (
  { subject, data }: ScheduledTask,
  { jobs, schedule, repository, clock }: Pick<PolicyDeps, 'jobs' | 'schedule' | 'repository' | 'clock'>,
): Promise<boolean> => {
  const putOff = await putOffToDay(subject, { schedule, repository });
  if (putOff.length > 0) await schedule.putAll([...putOff, emailTask(subject, 'daily', clock.now())]);
  const pace = data.pace === 'daily' ? 'daily' : 'atOnce';
  const { batch, fresh } = await batchOf(subject, pace, schedule);
  if (!batch) return false;
  if (fresh) await schedule.put(markTask(subject, pace, batch));
  await jobs.add([
    emailJob({ template: 'searchNews', accountId: subject, details: { pace, ...batch } }, `${pace}-${batch.through}`),
  ]);
  return true;
};

type Deps = Pick<PolicyDeps, 'schedule' | 'clock'>;

/** E-mails a saved search's matches to its owner in one e-mail: within a quarter of an hour, or once a day. */
export const searchNews = ({ schedule, clock }: Deps): Policy =>
  policy({
    name: 'searchNews',
    handles: ['SearchMatched'],
    begins: { SearchMatched: 'start' },
    handle: async ({ id, stream, data, position }) => {
      const { listingId, pace, how, price, searches } = data;
      // null once its account is erased
      if (pace === 'off' || listingId === null) return;
      const account = idIn(stream);
      await schedule.putAll([
        foundTask(account, id, { position, pace, listing: listingId, how, price, searches }),
        emailTask(account, pace, clock.now()),
      ]);
    },
  });
