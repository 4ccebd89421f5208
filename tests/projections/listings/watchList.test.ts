import { describe, expect, test } from 'vitest';
import { watchedListing } from '#application/contract/watchList.ts';
import type { DomainEvent } from '#domain/events.ts';
import { accounts } from '#projections/accounts/projection.ts';
import { priceOffers } from '#projections/listings/priceOffers.ts';
import { listings } from '#projections/listings/projection.ts';
import { listingById } from '#projections/listings/queries.ts';
import { savedSearches } from '#projections/listings/savedSearches/projection.ts';
import { watchedBy, watchedIdsOf, watchersOf, watchList as watchListModel } from '#projections/listings/watchList.ts';
import { notifications } from '#projections/notifications/projection.ts';
import { notificationsOf } from '#projections/notifications/queries.ts';
import { transactions } from '#projections/transactions/projection.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { BUYER, NOW, published, registered, SELLER } from '../given.ts';
import { fill } from '../harness.ts';
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
/** The streams one after another. */
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
    [accounts, listings, transactions, notifications, watchListModel, priceOffers, savedSearches],
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
  test('shows the watched listings with date and price', async () => {
    await given([LISTED, { [`watching-${ANN}`]: [watched(NOW + 5)], [`watching-${BOB}`]: [watched(), unwatched] }]);
    const list = await watchedBy(database.knex, ANN);
    expect(list.map((one) => watchedListing.parse(one))).toEqual(list);
    expect(list).toMatchObject([
      { listingId: LISTING, priceThen: 25, watchedAt: '2026-06-01T12:00:00.005Z', listing: { _id: LISTING } },
    ]);
    expect(await watchedIdsOf(database.knex, BOB)).toEqual([]);
    expect(await watchersOf(database.knex, LISTING)).toEqual([ANN]);
  });

  test('keeps an archived entry without its listing', async () => {
    await given([LISTED, watchList(ANN), then(archived)]);
    expect(await watchedBy(database.knex, ANN)).toMatchObject([{ listingId: LISTING, listing: null }]);
  });

  test('shows the number of watchers from two on, without erased accounts', async () => {
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

  test('is empty for an erased account after a rebuild', async () => {
    await given([LISTED, { [`watching-${ANN}`]: [watched(NOW, null)] }]);
    expect(await watchersOf(database.knex, LISTING)).toEqual([]);
  });
});

describe('a reduced price', () => {
  test('shows the earlier price until it is raised; new texts keep it', async () => {
    await given([LISTED, then(...reduced(2_500, 2_000, NOW + 1), revised(2_000, NOW + 2))]);
    expect((await listingById(database.knex, LISTING))?.reduced).toEqual({ from: 25, at: '2026-06-01T12:00:00.001Z' });
    await given([LISTED, then(...reduced(2_500, 2_000, NOW + 1), revised(2_200, NOW + 2))]);
    expect((await listingById(database.knex, LISTING))?.reduced).toBeUndefined();
  });
});

describe('a watcher', () => {
  test('hears of a reduction; two unread ones are one notification', async () => {
    await given([LISTED, watchList(ANN), then(...reduced(2_500, 2_000, NOW), ...reduced(2_000, 1_500, NOW))]);
    expect(await bell(ANN)).toEqual([`${ITEM} is reduced from €25.00 to €15.00.`]);
    expect(await bell(SELLER)).toEqual([]);
  });

  test('hears of a sale, unless they bought it or stopped watching', async () => {
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

  test('hears that a listing is back, and that its seller is away while that lasts', async () => {
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

  test('loses all notifications with the account', async () => {
    const leaving = { [`account-${ANN}`]: [registered(), erased] };
    await given([LISTED, watchList(ANN), then(...reduced(2_500, 2_000, NOW)), leaving]);
    expect(await bell(ANN)).toEqual([]);
  });
});
