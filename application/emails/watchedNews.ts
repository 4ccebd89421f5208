import type { AccountId } from '#domain/shared/ids.ts';
import type { WatchedFact } from '#domain/telling/watched.ts';
import { isWatched } from '#domain/watching/watching.ts';
import type { WatchedNews } from '../ports/emails.ts';
import type { Schedule, ScheduledTask } from '../ports/schedule.ts';
import type { Repository } from '../repository.ts';

const KIND = 'watched';

export type News = { id: string; at: number; listing: string; fact: WatchedFact; from: number };

/** One fact for one of those who watch; twice is once. */
export const newsTask = (account: AccountId, eventId: string, news: Omit<News, 'id'>): ScheduledTask => ({
  id: `${KIND}.${eventId}.${account}`,
  kind: KIND,
  subject: account,
  dueAt: null,
  data: { at: String(news.at), listing: news.listing, fact: news.fact, from: String(news.from) },
});

/** What waits to be told, oldest first. */
export const waitingNews = async (account: AccountId, schedule: Pick<Schedule, 'about'>): Promise<News[]> =>
  (await schedule.about(KIND, account))
    .map(({ id, data: { at = '0', listing = '', fact, from = '0' } }) => ({
      id,
      at: Number(at),
      listing,
      fact: fact as WatchedFact,
      from: Number(from),
    }))
    .sort((one, other) => one.at - other.at);

/** Of each listing that is still watched the last news, where it still holds: a reduced one may be sold by now. Several reductions are one. */
export const newsThatHolds = async (
  account: AccountId,
  waiting: readonly News[],
  { listings, watching }: Pick<Repository, 'listings' | 'watching'>,
): Promise<WatchedNews[]> => {
  const watched = (await watching.load(account)).state;
  const told: WatchedNews[] = [];
  for (const listing of new Set(waiting.map((news) => news.listing))) {
    if (!isWatched(watched, listing)) continue;
    const of = waiting.filter((news) => news.listing === listing);
    const { fact } = of.at(-1)!;
    const { status, offer } = (await listings.load(listing)).state;
    const from = Math.max(...of.map((news) => news.from));
    const holds = fact === 'ListingSold' ? status === 'sold' : status === 'active';
    if (!holds || (fact === 'ListingPriceReduced' && offer.price >= from)) continue;
    told.push({ listing, title: offer.title, fact, kept: { from, to: offer.price } });
  }
  return told;
};
