import { canSell } from '#domain/accounts/accountStatus.ts';
import { marketRefusal } from '#domain/listings/priceOffers.ts';
import { isWatched } from '#domain/listings/watchList.ts';
import type { WatchedEvent } from '#domain/notifications/watchedListings.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { Schedule, ScheduledTask } from '../../shared/storage.ts';
import type { Repository } from '../../streams/repository.ts';
import { type Batch, nextBatch, within } from './batch.ts';
import type { Email, WatchedNews } from './email.ts';

const KIND = 'watched';
const MARK = 'watchedUpTo';

export type News = { id: string; position: string; listing: string; fact: WatchedEvent; from: number };

/** One event for one watcher. Idempotent. */
export const newsTask = (account: AccountId, eventId: string, news: Omit<News, 'id'>): ScheduledTask => ({
  id: `${KIND}.${eventId}.${account}`,
  kind: KIND,
  subject: account,
  dueAt: null,
  data: { position: news.position, listing: news.listing, fact: news.fact, from: String(news.from) },
});

/** How far news was handed over to an e-mail, and to which. */
export const markTask = (account: AccountId, batch: Batch): ScheduledTask => ({
  id: `${MARK}.${account}`,
  kind: MARK,
  subject: account,
  dueAt: null,
  data: batch,
});

/** In order of occurrence. Tasks of an earlier release have no position and come first. */
const waitingNews = async (account: AccountId, schedule: Pick<Schedule, 'about'>): Promise<News[]> =>
  (await schedule.about(KIND, account))
    .map(({ id, data: { position = '0', listing = '', fact: event, from = '0' } }) => ({
      id,
      position,
      listing,
      fact: event as WatchedEvent,
      from: Number(from),
    }))
    .sort((one, other) => (one.position < other.position ? -1 : 1));

/** The waiting news, or (not `fresh`) the last batch if it was not sent yet. */
export const batchOf = async (account: AccountId, schedule: Pick<Schedule, 'about'>) => {
  const [mark] = await schedule.about(MARK, account);
  return nextBatch(await waitingNews(account, schedule), mark?.data);
};

/** What an e-mail for this batch contains. E-mails ordered by an earlier release contain everything that waits. */
export const newsIn = async (
  account: AccountId,
  { after, through }: NonNullable<Email['details']>,
  schedule: Pick<Schedule, 'about'>,
): Promise<News[]> => {
  const waiting = await waitingNews(account, schedule);
  return through === undefined
    ? waiting
    : waiting.filter((news) => within({ after: String(after), through: String(through) }, news));
};

type Streams = Pick<Repository, 'accounts' | 'listings' | 'watchList'>;

/** Whether the reader could buy it now. */
const isForSale = async (
  state: Awaited<ReturnType<Streams['listings']['load']>>['state'],
  { account, now }: { account: AccountId; now: Instant },
  { accounts }: Streams,
): Promise<boolean> => {
  return !marketRefusal(state, now, account) && canSell((await accounts.load(state.sellerId)).state);
};

/**
 * The latest news per watched listing, if it still holds: a reduced listing may be sold by now. Several reductions
 * count as one.
 */
export const newsThatHolds = async (
  account: AccountId,
  waiting: readonly News[],
  now: Instant,
  streams: Streams,
): Promise<WatchedNews[]> => {
  const { listings, watchList } = streams;
  const watched = (await watchList.load(account)).state;
  const told: WatchedNews[] = [];
  for (const listing of new Set(waiting.map((news) => news.listing))) {
    if (!isWatched(watched, listing)) continue;
    const of = waiting.filter((news) => news.listing === listing);
    const { fact: event } = of.at(-1)!;
    const { state } = await listings.load(listing);
    const { status, offer } = state;
    const from = Math.max(...of.map((news) => news.from));
    const holds = event === 'ListingSold' ? status === 'sold' : status === 'active';
    if (event === 'ListingReturnedToMarket' && !(await isForSale(state, { account, now }, streams))) continue;
    if (!holds || (event === 'ListingPriceReduced' && offer.price >= from)) continue;
    if (event === 'ListingPriceReduced' && !canSell((await streams.accounts.load(state.sellerId)).state)) continue;
    told.push({ listing, title: offer.title, fact: event, kept: { from, to: offer.price } });
  }
  return told;
};
