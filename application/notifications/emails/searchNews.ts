import { canSell } from '#domain/accounts/accountStatus.ts';
import { searchOf, type WayToMatch } from '#domain/listings/savedSearches.ts';
import type { AccountId, Id, ListingId } from '#domain/shared/ids.ts';
import type { Cents } from '#domain/shared/money.ts';
import { allIn } from '#domain/transactions/allIn.ts';
import { ratesTaken } from '#domain/transactions/shipping.ts';
import type { Position } from '../../ports/eventStore.ts';
import type { Schedule, ScheduledTask } from '../../shared/storage.ts';
import type { Repository } from '../../streams/repository.ts';
import { pictureOf } from '../../streams/transactionSummary.ts';
import { type Batch, nextBatch, within } from './batch.ts';
import type { Email, FoundListing } from './email.ts';

export type NewsPace = 'atOnce' | 'daily';

/** `price`: the price when it matched; missing in tasks of an earlier release. */
type Found = {
  position: string;
  pace: NewsPace;
  listing: ListingId;
  how: WayToMatch;
  price?: Cents;
  searches: readonly Id[];
};
type Waiting = Found & { id: string };

/** One match for the owner of the search. Idempotent. */
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

/** How far matches were handed over to an e-mail, and to which. */
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

/** The waiting matches, or (not `fresh`) the last batch if it was not sent yet. */
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
 * Moves immediate matches into the daily batch once all of their searches are daily. Their position becomes that
 * of the choice, so that repeating this sends them once.
 */
export const putOffToDay = async (
  account: AccountId,
  { schedule, repository }: { schedule: Pick<Schedule, 'about'>; repository: Pick<Repository, 'savedSearches'> },
): Promise<ScheduledTask[]> => {
  const { batch, fresh } = await batchOf(account, 'atOnce', schedule);
  if (!batch || !fresh) return [];
  const { state, history } = await repository.savedSearches.loadWithHistory(account);
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

/** What an e-mail for this batch contains. */
export const foundIn = async (
  account: AccountId,
  { pace, after, through }: NonNullable<Email['details']>,
  schedule: Pick<Schedule, 'about'>,
): Promise<Waiting[]> => {
  const batch = { after: String(after), through: String(through) };
  return (await waitingFor(account, pace as NewsPace, schedule)).filter((found) => within(batch, found));
};

/** A price that rose again is no reduction. */
const howItHolds = ({ how, price = Number.POSITIVE_INFINITY }: Waiting, now: Cents): WayToMatch =>
  how === 'reduced' && now > price ? 'offered' : how;

export interface SearchesStillFinding {
  /**
   * Which of these searches still match the listing, with everything up to `position` counted. Excludes owners who
   * block or are blocked by the seller. @throws when the read model is not there yet
   */
  stillFinding(found: { listing: ListingId; searches: readonly Id[]; position: Position }): Promise<readonly Id[]>;
}

type Asked = {
  repository: Pick<Repository, 'accounts' | 'listings' | 'savedSearches'>;
  savedSearches: SearchesStillFinding;
};

/**
 * The matches that still hold: the listing can be bought and the search still matches and notifies. Includes the
 * price with delivery to the reader.
 */
export const foundThatHolds = async (
  account: AccountId,
  waiting: readonly Waiting[],
  { repository: { accounts, listings, savedSearches: searches }, savedSearches }: Asked,
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
    if (!canSell(seller)) continue;
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
