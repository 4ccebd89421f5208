import { marketRefusal } from '#domain/listings/priceOffers.ts';
import { isWatched } from '#domain/listings/watchList.ts';
import type { WatchedEvent } from '#domain/notifications/watchedListings.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { Email, WatchedNews } from '../../ports/emails.ts';
import type { Schedule, ScheduledTask } from '../../ports/schedule.ts';
import type { Repository } from '../../streams/repository.ts';
import { type Batch, nextBatch, within } from './batch.ts';
import { sells } from './canSell.ts';

const KIND = 'watched';
const MARK = 'watchedUpTo';

export type News = { id: string; position: string; listing: string; fact: WatchedEvent; from: number };

/** One fact for one of those who watch; twice is once. */
export const newsTask = (account: AccountId, eventId: string, news: Omit<News, 'id'>): ScheduledTask => ({
  id: `${KIND}.${eventId}.${account}`,
  kind: KIND,
  subject: account,
  dueAt: null,
  data: { position: news.position, listing: news.listing, fact: news.fact, from: String(news.from) },
});

/** How far what waits has been handed over to an email, and to which. */
export const markTask = (account: AccountId, batch: Batch): ScheduledTask => ({
  id: `${MARK}.${account}`,
  kind: MARK,
  subject: account,
  dueAt: null,
  data: batch,
});

/** In the order in which it happened. What the release before kept names no position: it comes first. */
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

/** What waits now, or (not `fresh`) what was handed over last and is not told yet: told again after its email, it is no news. */
export const batchOf = async (account: AccountId, schedule: Pick<Schedule, 'about'>) => {
  const [mark] = await schedule.about(MARK, account);
  return nextBatch(await waitingNews(account, schedule), mark?.data);
};

/** What an email that was ordered for a batch has to tell; one that the release before ordered tells all that waits. */
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

type Streams = Pick<Repository, 'accounts' | 'listings' | 'watching'>;

/** On offer again is what they can buy now. */
const isForSale = async (
  state: Awaited<ReturnType<Streams['listings']['load']>>['state'],
  { account, now }: { account: AccountId; now: Instant },
  { accounts }: Streams,
): Promise<boolean> => {
  return !marketRefusal(state, now, account) && sells((await accounts.load(state.sellerId)).state);
};

/** Of each listing that is still watched the last news, where it still holds: a reduced one may be sold by now. Several reductions are one. */
export const newsThatHolds = async (
  account: AccountId,
  waiting: readonly News[],
  now: Instant,
  streams: Streams,
): Promise<WatchedNews[]> => {
  const { listings, watching: watchList } = streams;
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
    if (event === 'ListingPriceReduced' && !sells((await streams.accounts.load(state.sellerId)).state)) continue;
    told.push({ listing, title: offer.title, fact: event, kept: { from, to: offer.price } });
  }
  return told;
};
