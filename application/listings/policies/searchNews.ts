import type { AccountId } from '#domain/shared/ids.ts';
import { type Instant, MINUTE } from '#domain/shared/instants.ts';
import { nextDigest } from '../../notifications/emails/digestQueue.ts';
import { emailJob } from '../../notifications/emails/emailJob.ts';
import { batchOf, foundTask, markTask, type NewsPace, putOffToDay } from '../../notifications/emails/searchNews.ts';
import { type Policy, policy } from '../../shared/policy.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import type { ScheduledTask } from '../../shared/storage.ts';
import { idIn } from '../../streams/transactionSummary.ts';

/** So long an email waits at most for more of what its reader looks for. */
const BUNDLED_WITHIN = 15 * MINUTE;

/** Once a day: in time for the digest, where its reader wants all of this category there. */
const dueAfter = (pace: NewsPace, now: Instant): Instant =>
  pace === 'daily' ? nextDigest(now).at - BUNDLED_WITHIN : (Math.floor(now / BUNDLED_WITHIN) + 1) * BUNDLED_WITHIN;

const emailTask = (account: AccountId, pace: NewsPace, now: Instant): ScheduledTask => {
  const dueAt = dueAfter(pace, now);
  return { id: `searchNews.${account}.${pace}.${dueAt}`, kind: 'searchNews', subject: account, dueAt, data: { pace } };
};

/**
 * What waits goes into one email and is marked as handed over, so that news told again after that is no news. An email that was
 * marked and not yet ordered, because a process died in between, is ordered now.
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

/** What a saved search has found is mailed to its owner: within a quarter of an hour, or with the day's, all of it in one email. */
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
