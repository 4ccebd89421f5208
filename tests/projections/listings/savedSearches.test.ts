import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ListingFilters, listingQuery } from '#application/contract/listingSearch.ts';
import { savedSearch } from '#application/contract/savedSearches.ts';
import type { DomainEvent } from '#domain/events.ts';
import type { ListingEvent } from '#domain/listings/events.ts';
import { plainly, type Wanted } from '#domain/listings/savedSearchFilters.ts';
import { allProjections } from '#projections/all.ts';
import { findListings } from '#projections/listings/queries.ts';
import type { ListingRow } from '#projections/listings/row.ts';
import { answeredBy, findingStill } from '#projections/listings/savedSearches/answered.ts';
import { openMatching } from '#projections/listings/savedSearches/matching.ts';
import { searchesOf } from '#projections/listings/savedSearches/projection.ts';
import { followOffers, type Offers } from '#projections/listings/search/followListings.ts';
import { notificationsOf } from '#projections/notifications/queries.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { property } from '#tests/support/property.ts';
import { NOW, published, registered, SELLER } from '../given.ts';
import { fill } from '../harness.ts';
import { interleave, LISTING } from '../transactions/transactionRows.ts';
import { lives, queries } from './browsing.ts';

const database = useDatabase();
const [ANN, BOB] = ['1'.repeat(32), '2'.repeat(32)] as [string, string];
const [FIRST, SECOND] = ['6'.repeat(32), '7'.repeat(32)] as [string, string];

const wantedBy = (filters: ListingFilters): Wanted => {
  const { sort: _, facets: __, page: ___, limit: ____, cursor: _____, ...wanted } = filters;
  return plainly(wanted);
};
const asked = (query: Record<string, string>): Wanted => wantedBy(listingQuery.parse(query));
const bySmallTables: Offers = {
  known: () => undefined,
  current: async () => undefined,
  reading: () => false,
  load: async () => undefined,
};

describe('a new listing', () => {
  property([lives, fc.array(queries, { minLength: 20, maxLength: 20 }), fc.nat()], {
    numRuns: 3,
  })(
    'matches a saved search exactly when browsing finds it there, by the index and by the tables',
    async ({ early, late }, all, from) => {
      const filters = all.filter(({ minTotal, maxTotal, destination }) => destination || !(minTotal || maxTotal));
      await fill(database.knex, allProjections, [...early, ...late]);
      const index = followOffers(database.knex, { worthwhile: 1 });
      await index.load();
      const { rows } = await database.knex.raw<{ rows: ListingRow[] }>(
        `SELECT * FROM read_listings.listings WHERE status = 'active' ORDER BY id`,
      );
      const some = rows.filter((_, place) => (place + from) % Math.ceil(rows.length / 30) === 0);
      const saved = filters.map((query, place) => ({ place, wanted: wantedBy(query) }));
      const matches = new Map<string, number[]>();
      for (const row of some) {
        const found = await openMatching(database.knex)({ ...row, words: row.words.replaceAll("'", '') }, saved);
        matches.set(
          row.id,
          found.map(({ place }) => place).sort((one, other) => one - other),
        );
      }
      for (const offers of [index, bySmallTables]) {
        const pages = await Promise.all(
          filters.map((query) =>
            findListings(database.knex, { ...query, page: 1, limit: 1_000, facets: false }, offers),
          ),
        );
        for (const { id } of some)
          expect(matches.get(id), id).toEqual(
            pages.flatMap(({ listings }, place) => (listings.some(({ _id }) => _id === id) ? [place] : [])),
          );
      }
    },
  );
});

type Streams = Record<string, readonly DomainEvent[]>;
const saved = (query: Record<string, string>, searchId = FIRST, at = NOW - 1): DomainEvent => ({
  type: 'SearchSaved',
  data: { at, searchId, wanted: asked(query), name: 'mine' },
});
const verified: DomainEvent = { type: 'EmailVerified', data: { at: NOW } };
const blocked = (blockedId: string): DomainEvent => ({ type: 'AccountBlocked', data: { at: NOW, blockedId } });
const member = (username: string, ...more: DomainEvent[]): DomainEvent[] => [
  registered({ username, email: `${username}@example.com` }),
  verified,
  ...more,
];
const matched = (listingId: string, at = NOW, pace: 'atOnce' | 'off' = 'atOnce', ids = [FIRST]): DomainEvent => ({
  type: 'SearchMatched',
  data: { at, listingId, how: 'offered', price: 2_500, searches: ids, pace },
});
const MARKET: Streams = {
  [`account-${SELLER}`]: member('sam'),
  [`account-${ANN}`]: member('ann'),
  [`account-${BOB}`]: member('bob'),
  [`listing-${LISTING}`]: [published()],
};
const given = (streams: Streams, sizes?: number[]) =>
  fill(
    database.knex,
    allProjections,
    interleave({
      ...Object.fromEntries(Object.entries(MARKET).filter(([stream]) => !(stream in streams))),
      ...streams,
    }),
    sizes,
  );
const answered = async (former?: Parameters<typeof answeredBy>[1]['former']) =>
  (await answeredBy(database.knex, { listing: LISTING, former, at: NOW })).found;

describe('the searches that a listing matches', () => {
  test('find it and were saved before it, grouped by account', async () => {
    await given({
      [`searches-${ANN}`]: [saved({ search: 'knights' }), saved({ maxPrice: '30' }, SECOND)],
      [`searches-${BOB}`]: [
        saved({ search: 'knight' }, '8'.repeat(32), NOW + 1),
        saved({ search: 'tank' }, '9'.repeat(32)),
      ],
    });
    expect(await answered()).toEqual([{ account: ANN, searches: [FIRST, SECOND] }]);
  });

  test('exclude the seller’s own, and accounts with a block either way', async () => {
    await given({
      [`account-${SELLER}`]: member('sam', blocked(BOB)),
      [`account-${ANN}`]: member('ann', blocked(SELLER)),
      [`searches-${ANN}`]: [saved({ search: 'knight' })],
      [`searches-${BOB}`]: [saved({ search: 'knight' }, SECOND)],
      [`searches-${SELLER}`]: [saved({ search: 'knight' }, '8'.repeat(32))],
    });
    expect(await answered()).toEqual([]);
  });

  test('accept any typed bound without failing other searches', async () => {
    const highest = '999999999.99';
    const all = { minPrice: '0.01', maxPrice: highest, destination: 'Germany', maxTotal: highest };
    await given({ [`searches-${ANN}`]: [saved(all), saved({ minPrice: highest }, SECOND)] });
    expect((await searchesOf(database.knex, ANN)).map(({ query }) => [query.minPrice, query.maxPrice])).toEqual(
      expect.arrayContaining([
        ['0.01', highest],
        [highest, undefined],
      ]),
    );
    expect(await answered()).toEqual([{ account: ANN, searches: [FIRST] }]);
  });

  test('after a change are only those that did not find it before', async () => {
    const { sellerId: _, images: __, country: ___, disclaimerAccepted: ____, at: _____, ...offer } = published().data;
    await given({
      [`searches-${ANN}`]: [saved({ search: 'azure' }), saved({ maxPrice: '30' }, SECOND)],
    });
    expect(await answered({ ...offer, title: 'Knight' } as never)).toEqual([{ account: ANN, searches: [FIRST] }]);
    expect(await answered({ ...offer, price: 4_000 } as never)).toEqual([{ account: ANN, searches: [SECOND] }]);
    expect(await answered(offer as never)).toEqual([]);
  });

  test('still find it until a block, or until it is off the market', async () => {
    const third = '8'.repeat(32);
    const searches = [saved({ search: 'knight' }), saved({ maxPrice: '30' }, SECOND), saved({ search: 'ork' }, third)];
    const still = () => findingStill(database.knex, LISTING, [FIRST, SECOND, third]);
    const { country: _, ...offer } = published().data;
    const dearer: ListingEvent = { type: 'ListingRevised', data: { ...offer, at: NOW, price: 4_000 } };
    await given({ [`searches-${ANN}`]: searches });
    expect(await still()).toEqual([FIRST, SECOND]);
    expect(await findingStill(database.knex, LISTING, [SECOND])).toEqual([SECOND]);
    await given({ [`listing-${LISTING}`]: [published(), dearer], [`searches-${ANN}`]: searches });
    expect(await still()).toEqual([FIRST]);
    await given({ [`account-${ANN}`]: member('ann', blocked(SELLER)), [`searches-${ANN}`]: searches });
    expect(await still()).toEqual([]);
    const archived: ListingEvent = { type: 'ListingArchived', data: { at: NOW, reason: 'bySeller' } };
    await given({ [`listing-${LISTING}`]: [published(), archived], [`searches-${ANN}`]: searches });
    expect(await still()).toEqual([]);
  });

  test('are none once it is off the market, and none of suspended or erased accounts', async () => {
    const archived: ListingEvent = { type: 'ListingArchived', data: { at: NOW, reason: 'bySeller' } };
    await given({
      [`listing-${LISTING}`]: [published(), archived],
      [`searches-${ANN}`]: [saved({ search: 'knight' })],
    });
    expect(await answered()).toEqual([]);
    await given({
      [`account-${ANN}`]: member('ann', { type: 'AccountSuspended', data: { at: NOW, reason: 'x' } }),
      [`searches-${ANN}`]: [saved({ search: 'knight' })],
    });
    expect(await answered()).toEqual([]);
  });
});

describe('the list of saved searches', () => {
  test('counts matches since the last look that are still on offer, in any batching', async () => {
    const history: Streams = {
      [`searches-${ANN}`]: [
        saved({ search: 'knight', condition: 'Painted,Built', minPrice: '12.5' }),
        saved({ country: 'Spain' }, SECOND),
        matched(LISTING, NOW, 'atOnce', [FIRST, SECOND]),
        matched('f'.repeat(32)),
        { type: 'SearchLookedAt', data: { at: NOW, searchId: SECOND } },
        { type: 'SearchPaceChosen', data: { at: NOW, searchId: FIRST, pace: 'daily' } },
        { type: 'SearchRenamed', data: { at: NOW, searchId: FIRST, name: 'Knights' } },
      ],
    };
    for (const sizes of [undefined, [1], [3, 1]]) {
      await given(history, sizes);
      const list = (await searchesOf(database.knex, ANN)).map((one) => savedSearch.parse(one));
      const knights = list.find(({ _id }) => _id === FIRST);
      expect(knights).toMatchObject({ name: 'Knights', pace: 'daily', found: 1 });
      expect(knights?.query).toEqual({ search: 'knight', condition: 'Built,Painted', minPrice: '12.5' });
      expect(list.find(({ _id }) => _id === SECOND)?.found).toBe(0);
    }
  });

  test('drops deleted searches, and all with the account', async () => {
    await given({
      [`searches-${ANN}`]: [saved({ search: 'knight' }), { type: 'SearchDeleted', data: { at: NOW, searchId: FIRST } }],
      [`searches-${BOB}`]: [saved({ search: 'knight' }, SECOND), matched(LISTING, NOW, 'atOnce', [SECOND])],
    });
    expect(await searchesOf(database.knex, ANN)).toEqual([]);
    expect(await searchesOf(database.knex, BOB)).toHaveLength(1);
    await given({
      [`searches-${BOB}`]: [saved({ search: 'knight' }, SECOND), matched(LISTING, NOW, 'atOnce', [SECOND])],
      [`account-${BOB}`]: [...member('bob'), { type: 'AccountErased', data: { at: NOW } }],
    });
    expect(await searchesOf(database.knex, BOB)).toEqual([]);
    expect((await notificationsOf(database.knex, BOB, { page: 1, limit: 9 })).notifications).toEqual([]);
  });
});

describe('the notification', () => {
  const bell = async () =>
    (await notificationsOf(database.knex, ANN, { page: 1, limit: 9 })).notifications.map(
      ({ content, listing, read }) => [content, listing, read],
    );

  test('shows one listing with its price, several as one, and none for a muted search', async () => {
    const start = saved({ search: 'knight' });
    await given({ [`searches-${ANN}`]: [start, matched(LISTING)] });
    expect(await bell()).toEqual([
      ['“Knight of the Azure Keep” for €25.00 matches your saved search “mine”.', LISTING, false],
    ]);
    for (const sizes of [undefined, [1]]) {
      await given({ [`searches-${ANN}`]: [start, matched(LISTING), matched('f'.repeat(32), NOW + 1)] }, sizes);
      expect(await bell()).toEqual([['2 new listings match your saved search “mine”.', null, false]]);
    }
    await given({ [`searches-${ANN}`]: [start, matched(LISTING, NOW, 'off')] });
    expect(await bell()).toEqual([]);
  });

  test('is read once its owner has looked, and names no deleted search', async () => {
    await given({
      [`searches-${ANN}`]: [
        saved({ search: 'knight' }),
        matched(LISTING),
        { type: 'SearchLookedAt', data: { at: NOW, searchId: FIRST } },
        { type: 'SearchDeleted', data: { at: NOW, searchId: FIRST } },
      ],
    });
    expect(await bell()).toEqual([
      ['“Knight of the Azure Keep” for €25.00 matches a search that you had saved.', LISTING, true],
    ]);
  });
});
