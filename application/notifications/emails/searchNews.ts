import { searchOf, type WayToMatch } from '#domain/listings/savedSearches.ts';
import type { AccountId, Id, ListingId } from '#domain/shared/ids.ts';
import type { Cents } from '#domain/shared/money.ts';
import { allIn } from '#domain/transactions/allIn.ts';
import { ratesTaken } from '#domain/transactions/shipping.ts';
import type { Email, FoundListing } from '../../ports/emails.ts';
import type { SavedSearches } from '../../ports/savedSearches.ts';
import type { Schedule, ScheduledTask } from '../../ports/schedule.ts';
import type { Repository } from '../../streams/repository.ts';
import { pictureOf } from '../../streams/transactionSummary.ts';
import { type Batch, nextBatch, within } from './batch.ts';
import { sells } from './canSell.ts';

export type NewsPace = 'atOnce' | 'daily';

/** `price`: what it cost when it was found; the release before kept none. */
type Found = {
  position: string;
  pace: NewsPace;
  listing: ListingId;
  how: WayToMatch;
  price?: Cents;
  searches: readonly Id[];
};
type Waiting = Found & { id: string };

/** One match for whose search it is; twice is once. */
export const foundTask = (
  account: AccountId,
  eventId: string,
  { searches, price, ...found }: Required<Found>,
): ScheduledTask => ({
  id: `found.${eventId}`,
  kind: 'found',
  subject: account,
  dueAt: null,
  data: { ...found, price: String(price), searches: searches.join(' ') },
});

const markId = (account: AccountId, pace: NewsPace): string => `foundUpTo.${account}.${pace}`;

/** How far what waits has been handed over to an email, and to which. */
export const markTask = (account: AccountId, pace: NewsPace, batch: Batch): ScheduledTask => ({
  id: markId(account, pace),
  kind: 'foundUpTo',
  subject: account,
  dueAt: null,
  data: batch,
});

const waitingFor = async (account: AccountId, pace: NewsPace, schedule: Pick<Schedule, 'about'>): Promise<Waiting[]> =>
  (await schedule.about('found', account))
    .map(({ id, data: { position = '', listing = '', how, price, searches = '', ...data } }) => ({
      id,
      position,
      pace: data.pace as NewsPace,
      listing,
      how: how as WayToMatch,
      ...(price !== undefined && { price: Number(price) }),
      searches: searches.split(' '),
    }))
    .filter((found) => found.pace === pace)
    .sort((one, other) => (one.position < other.position ? -1 : 1));

/** What waits now, or (not `fresh`) what was handed over last and is not told yet. */
export const batchOf = async (
  account: AccountId,
  pace: NewsPace,
  schedule: Pick<Schedule, 'about'>,
): Promise<{ batch: Batch | undefined; fresh: boolean }> => {
  const waiting = await waitingFor(account, pace, schedule);
  const mark = (await schedule.about('foundUpTo', account)).find(({ id }) => id === markId(account, pace))?.data;
  return nextBatch(waiting, mark);
};

/**
 * What waits to be told at once, though none of its searches is told at once any more, waits for the day's instead: as if found when that was
 * chosen, so that however often this is asked it is told once.
 */
export const putOffToDay = async (
  account: AccountId,
  { schedule, repository }: { schedule: Pick<Schedule, 'about'>; repository: Pick<Repository, 'searches'> },
): Promise<ScheduledTask[]> => {
  const { batch, fresh } = await batchOf(account, 'atOnce', schedule);
  if (!batch || !fresh) return [];
  const { state, history } = await repository.searches.loadWithHistory(account);
  const paceOf = (id: Id) => searchOf(state, id)?.pace;
  const chosenFor = (searches: readonly Id[]) =>
    history.findLast(({ type, data }) => type === 'SearchPaceChosen' && searches.includes(data.searchId))?.position;
  const tasks = new Map((await schedule.about('found', account)).map((task) => [task.id, task]));
  return (await waitingFor(account, 'atOnce', schedule)).flatMap((found): ScheduledTask[] => {
    const daily = found.searches.filter((id) => paceOf(id) === 'daily');
    const task = tasks.get(found.id);
    const position = chosenFor(daily);
    const isAtOnce = found.searches.some((id) => paceOf(id) === 'atOnce');
    if (!task || !position || isAtOnce || !within(batch, found)) return [];
    return [{ ...task, data: { ...task.data, pace: 'daily', position } }];
  });
};

/** What an email that was ordered for a batch has to tell. */
export const foundIn = async (
  account: AccountId,
  { pace, after, through }: NonNullable<Email['details']>,
  schedule: Pick<Schedule, 'about'>,
): Promise<Waiting[]> => {
  const batch = { after: String(after), through: String(through) };
  return (await waitingFor(account, pace as NewsPace, schedule)).filter((found) => within(batch, found));
};

/** A lower price that has risen again is no reduction to tell of. */
const howItHolds = ({ how, price = Number.POSITIVE_INFINITY }: Waiting, now: Cents): WayToMatch =>
  how === 'reduced' && now > price ? 'offered' : how;

type Asked = { repository: Pick<Repository, 'accounts' | 'listings' | 'searches'>; savedSearches: SavedSearches };

/** Of each listing that can still be bought, and each search that still finds it and is to be told of, with what it costs in all where its reader lives. */
export const foundThatHolds = async (
  account: AccountId,
  waiting: readonly Waiting[],
  { repository: { accounts, listings, searches }, savedSearches }: Asked,
): Promise<FoundListing[]> => {
  const saved = (await searches.load(account)).state;
  const reader = (await accounts.load(account)).state;
  const told: FoundListing[] = [];
  for (const listing of new Set(waiting.map((found) => found.listing))) {
    const of = waiting.filter((found) => found.listing === listing);
    const { state, position = of.at(-1)!.position } = await listings.load(listing);
    const { status, offer, country, rates, sellerId, images } = state;
    if (status !== 'active') continue;
    const seller = (await accounts.load(sellerId)).state;
    if (!sells(seller)) continue;
    const wanted = [...new Set(of.flatMap((found) => found.searches))].filter(
      (id) => (searchOf(saved, id)?.pace ?? 'off') !== 'off',
    );
    if (wanted.length === 0) continue;
    const finding = await savedSearches.stillFinding({ listing, searches: wanted, position });
    const asked = wanted.filter((id) => finding.includes(id)).flatMap((id) => searchOf(saved, id) ?? []);
    if (asked.length === 0) continue;
    const destination = asked.flatMap(({ wanted }) => wanted.destination ?? [])[0] ?? reader.country;
    const priced = { price: offer.price, country: seller.country || country, rates: ratesTaken(seller.rates, rates) };
    const total = allIn(priced, destination)?.total;
    told.push({
      listing,
      title: offer.title,
      price: offer.price,
      how: howItHolds(of.at(-1)!, offer.price),
      searches: asked.map(({ name }) => name),
      picture: pictureOf(images),
      ...(total !== undefined && { allIn: { total, destination } }),
    });
  }
  return told;
};
