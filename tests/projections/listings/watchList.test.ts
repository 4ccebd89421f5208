import { describe, expect, test } from 'vitest';
import { watchedListing } from '#application/contract/watching.ts';
import type { DomainEvent } from '#domain/events.ts';
import { accounts } from '#projections/accounts/projection.ts';
import { proposals } from '#projections/listings/priceOffers/projection.ts';
import { listings } from '#projections/listings/projection.ts';
import { listingById } from '#projections/listings/queries.ts';
import { searches } from '#projections/listings/savedSearches/projection.ts';
import { watchList as watchListModel } from '#projections/listings/watchList/projection.ts';
import { watchedBy, watchedIdsOf, watchersOf } from '#projections/listings/watchList/queries.ts';
import { notifications } from '#projections/notifications/projection.ts';
import { notificationsOf } from '#projections/notifications/queries.ts';
import { transactions } from '#projections/transactions/projection.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { BUYER, NOW, published, registered, SELLER } from '../given.ts';
import { fill } from '../stand.ts';
import { interleave, LISTING, openTransaction, TRANSACTION } from '../transactions/transactionRows.ts';

const database = useDatabase();
const [ANN, BOB, CAT] = ['1', '2', '3'].map((digit) => digit.repeat(32)) as [string, string, string];
const watched = (at = NOW, listingId: string | null = LISTING): DomainEvent => ({
  type: 'ListingWatched',
  data: { at, listingId, price: 2_500 },
});
const unwatched: DomainEvent = { type: 'ListingUnwatched', data: { at: NOW, listingId: LISTING } };
const erased: DomainEvent = { type: 'AccountErased', data: { at: NOW } };
const revised = (price: number, at: number): DomainEvent => {
  const { sellerId, images: _, country: __, disclaimerAccepted: ___, ...offer } = published().data;
  return { type: 'ListingRevised', data: { ...offer, sellerId, price, at } };
};
const reduced = (from: number, to: number, at: number): DomainEvent[] => [
  revised(to, at),
  { type: 'ListingPriceReduced', data: { at, from, to } },
];
const sold = { type: 'ListingSold', data: { at: NOW, transactionId: TRANSACTION } } as const;
const returned = { type: 'ListingReturnedToMarket', data: { at: NOW, transactionId: TRANSACTION } } as const;
const archived = { type: 'ListingArchived', data: { at: NOW, reason: 'bySeller' } } as const;

const people = { [`account-${SELLER}`]: [registered({ username: 'sam' })] };
type Streams = Record<string, readonly DomainEvent[]>;
/** One stream's events after another's, as they are written here. */
const given = async (parts: Streams[], sizes?: number[]) => {
  const history = interleave(Object.assign({}, people, ...parts.slice(0, 1)) as Streams);
  const all = [...history];
  for (const part of parts.slice(1)) {
    const more = interleave(part);
    const before = all.length;
    for (const event of more) {
      const place = String(all.length + 1);
      const id = event.id.replace(/^0+/, `${before}`.padStart(8, '0'));
      all.push({ ...event, id, position: place.padStart(20, '0') });
    }
  }
  await fill(
    database.knex,
    [accounts, listings, transactions, notifications, watchListModel, proposals, searches],
    all,
    sizes,
  );
};
const LISTED = { [`listing-${LISTING}`]: [published()] };
const watchList = (...accounts: string[]): Streams =>
  Object.fromEntries(accounts.map((account) => [`watching-${account}`, [watched()]]));
const then = (...events: DomainEvent[]): Streams => ({ [`listing-${LISTING}`]: events });
const bell = async (account: string) =>
  (await notificationsOf(database.knex, account, { page: 1, limit: 10 })).notifications
    .filter(({ type }) => type === 'watched')
    .map(({ content }) => content);
const ITEM = '“Knight of the Azure Keep”, which you watch,';

describe('the watch list', () => {
  test('tells who watches what, since when and at which price', async () => {
    await given([LISTED, { [`watching-${ANN}`]: [watched(NOW + 5)], [`watching-${BOB}`]: [watched(), unwatched] }]);
    const list = await watchedBy(database.knex, ANN);
    expect(list.map((one) => watchedListing.parse(one))).toEqual(list);
    expect(list).toMatchObject([
      { listingId: LISTING, priceThen: 25, watchedAt: '2026-06-01T12:00:00.005Z', listing: { _id: LISTING } },
    ]);
    expect(await watchedIdsOf(database.knex, BOB)).toEqual([]);
    expect(await watchersOf(database.knex, LISTING)).toEqual([ANN]);
  });

  test('keeps what was taken off the market, without showing it', async () => {
    await given([LISTED, watchList(ANN), then(archived)]);
    expect(await watchedBy(database.knex, ANN)).toMatchObject([{ listingId: LISTING, listing: null }]);
  });

  test('and its number are told from two on, and forget whoever is erased', async () => {
    for (const sizes of [[1], [100]]) {
      await given([LISTED, watchList(ANN)], sizes);
      expect((await listingById(database.knex, LISTING))?.watchers).toBeUndefined();
      await given([LISTED, watchList(ANN, BOB, CAT)], sizes);
      expect((await listingById(database.knex, LISTING))?.watchers).toBe(3);
      await given([LISTED, watchList(ANN, BOB, CAT), { [`account-${CAT}`]: [registered(), erased] }], sizes);
      expect((await listingById(database.knex, LISTING))?.watchers).toBe(2);
      expect(await watchedIdsOf(database.knex, CAT)).toEqual([]);
    }
  });

  test('of an erased account says nothing when it is built anew', async () => {
    await given([LISTED, { [`watching-${ANN}`]: [watched(NOW, null)] }]);
    expect(await watchersOf(database.knex, LISTING)).toEqual([]);
  });
});

describe('a reduced price', () => {
  test('is shown with what it was, until it is raised again; other words leave it so', async () => {
    await given([LISTED, then(...reduced(2_500, 2_000, NOW + 1), revised(2_000, NOW + 2))]);
    expect((await listingById(database.knex, LISTING))?.reduced).toEqual({ from: 25, at: '2026-06-01T12:00:00.001Z' });
    await given([LISTED, then(...reduced(2_500, 2_000, NOW + 1), revised(2_200, NOW + 2))]);
    expect((await listingById(database.knex, LISTING))?.reduced).toBeUndefined();
  });
});

describe('the bell of who watches', () => {
  test('rings for a reduction, and tells two unread ones as one', async () => {
    await given([LISTED, watchList(ANN), then(...reduced(2_500, 2_000, NOW), ...reduced(2_000, 1_500, NOW))]);
    expect(await bell(ANN)).toEqual([`${ITEM} is reduced from €25.00 to €15.00.`]);
    expect(await bell(SELLER)).toEqual([]);
  });

  test('rings for a sale, but not for its buyer, nor for who watches no longer', async () => {
    const transaction = { [`transaction-${TRANSACTION}`]: openTransaction().created().events };
    const gone = { [`watching-${CAT}`]: [watched(), unwatched] };
    for (const sizes of [[1], [100]]) {
      await given([{ ...LISTED, ...transaction }, watchList(ANN, BUYER), gone, then(sold)], sizes);
      expect(await bell(ANN)).toEqual([`${ITEM} has been sold.`]);
      expect([await bell(BUYER), await bell(CAT)]).toEqual([[], []]);
      await given([{ ...LISTED, ...transaction }, watchList(ANN, BUYER), gone, then(sold, returned)], sizes);
      expect(await bell(ANN)).toEqual([`${ITEM} is on sale again.`]);
    }
  });

  test('tells of what is back that its seller does not sell at present, as long as that is so', async () => {
    const suspended = { type: 'AccountSuspended', data: { at: NOW, by: CAT, reason: 'fraud' } } as const;
    const reinstated = { type: 'AccountReinstated', data: { at: NOW, by: CAT, reason: 'an error' } } as const;
    const seller = (...events: DomainEvent[]) => ({
      [`account-${SELLER}`]: [registered({ username: 'sam' }), ...events],
    });
    const transaction = { [`transaction-${TRANSACTION}`]: openTransaction().created().events };
    await given([{ ...LISTED, ...transaction, ...seller(suspended) }, watchList(ANN), then(sold, returned)]);
    expect(await bell(ANN)).toEqual([`${ITEM} was not sold after all. Its seller does not sell at present.`]);
    await given([
      { ...LISTED, ...transaction, ...seller(suspended, reinstated) },
      watchList(ANN),
      then(sold, returned),
    ]);
    expect(await bell(ANN)).toEqual([`${ITEM} is on sale again.`]);
  });

  test('forgets what an erased account watched', async () => {
    const leaving = { [`account-${ANN}`]: [registered(), erased] };
    await given([LISTED, watchList(ANN), then(...reduced(2_500, 2_000, NOW)), leaving]);
    expect(await bell(ANN)).toEqual([]);
  });
});
