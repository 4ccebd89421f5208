import type { AccountId } from '#domain/shared/ids.ts';
import { type Instant, MINUTE } from '#domain/shared/instants.ts';
import { emailJob } from '../../notifications/emails/emailJob.ts';
import { batchOf, markTask, newsTask } from '../../notifications/emails/watchedNews.ts';
import { type Policy, policy } from '../../shared/policy.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import type { ScheduledTask } from '../../shared/storage.ts';
import { idIn } from '../../streams/transactionSummary.ts';
import type { Watchers } from '../storage.ts';

/** News about watched listings is bundled for at most this long. */
const BUNDLED_WITHIN = 15 * MINUTE;

/** One e-mail per quarter of an hour. */
const emailTask = (account: AccountId, now: Instant): ScheduledTask => {
  const slot = Math.floor(now / BUNDLED_WITHIN) + 1;
  const id = `watchedNews.${account}.${slot}`;
  return { id, kind: 'watchedNews', subject: account, dueAt: slot * BUNDLED_WITHIN, data: {} };
};

/**
 * Sends all waiting news in one e-mail and marks it as handed over, so that repeated events add nothing. If a
 * crash left a marked batch without its e-mail, sends that.
 */
export const sendWatchedNews = async (
  { subject }: ScheduledTask,
  { jobs, schedule }: Pick<PolicyDeps, 'jobs' | 'schedule'>,
): Promise<boolean> => {
  const { batch, fresh } = await batchOf(subject, schedule);
  if (!batch) return false;
  if (fresh) await schedule.put(markTask(subject, batch));
  await jobs.add([emailJob({ template: 'watchedNews', accountId: subject, details: batch }, batch.through)]);
  return true;
};

type Deps = Pick<PolicyDeps, 'repository' | 'schedule' | 'clock'> & { watchers: Watchers };

/**
 * E-mails everybody who watches a listing, except its buyer, when it is reduced, sold or back. One e-mail covers
 * all their news.
 */
export const watchers = ({ repository, schedule, clock, watchers: who }: Deps): Policy =>
  policy({
    name: 'watchers',
    handles: ['ListingPriceReduced', 'ListingSold', 'ListingReturnedToMarket'],
    begins: { ListingPriceReduced: 'now', ListingSold: 'now', ListingReturnedToMarket: 'now' },
    handle: async (event) => {
      const { id, type, stream, data, position } = event;
      const listing = idIn(stream);
      const transaction = type === 'ListingPriceReduced' ? undefined : data.transactionId;
      const buyer = transaction === undefined ? undefined : (await repository.saleFacts(transaction))?.buyerId;
      const from = type === 'ListingPriceReduced' ? data.from : 0;
      const told = (await who.of(listing, position)).filter((account) => account !== buyer);
      const now = clock.now();
      await schedule.putAll(
        told.flatMap((account) => [
          newsTask(account, id, { position, listing, fact: type, from }),
          emailTask(account, now),
        ]),
      );
    },
  });
