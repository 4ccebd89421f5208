import { beforeAll, describe, expect, test } from 'vitest';
import { listingQuery } from '#application/contract/listingSearch.ts';
import { listing as listingSchema } from '#application/contract/listings.ts';
import type { ListingEvent } from '#domain/listings/events.ts';
import { allProjections } from '#projections/all.ts';
import { findListings, listingById, listingsOfSeller } from '#projections/listings/queries.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { BUYER, NOW, published, registered, SELLER } from '../given.ts';
import { fill } from '../harness.ts';
import { interleave, LISTING, openTransaction, TRANSACTION } from '../transactions/transactionRows.ts';

const database = useDatabase();
const id = (n: number) => String(n).padStart(32, '0');
const at = NOW;
const reserved = {
  type: 'ListingReserved',
  data: { at, transactionId: TRANSACTION, buyerId: BUYER, until: at + 1 },
} satisfies ListingEvent;
const released = { type: 'ReservationReleased', data: { at, transactionId: TRANSACTION } } satisfies ListingEvent;
const sold = { type: 'ListingSold', data: { at, transactionId: TRANSACTION } } satisfies ListingEvent;
const archived = { type: 'ListingArchived', data: { at, reason: 'bySeller' } } satisfies ListingEvent;
const removed = {
  type: 'ListingRemoved',
  data: { at, reason: 'counterfeit', sellerId: SELLER, removedBy: 'staff' },
} satisfies ListingEvent;
const returned = { type: 'ListingReturnedToMarket', data: { at, transactionId: TRANSACTION } } satisfies ListingEvent;

const given = (listings: Record<string, readonly ListingEvent[]>, transaction = openTransaction().created()) => {
  const streams = Object.fromEntries(Object.entries(listings).map(([key, events]) => [`listing-${key}`, events]));
  const people = {
    [`account-${SELLER}`]: [registered({ username: 'sam' })],
    [`account-${BUYER}`]: [registered({ username: 'bea' })],
  };
  return fill(
    database.knex,
    allProjections,
    interleave({ ...people, ...streams, [`transaction-${TRANSACTION}`]: transaction.events }),
  );
};
const find = (query: Record<string, string> = {}) => findListings(database.knex, listingQuery.parse(query));
const found = async (query: Record<string, string> = {}) => {
  const { listings, total } = await find(query);
  expect(total).toBe(listings.length);
  return listings.map(({ _id }) => Number(_id));
};

describe('browsing', () => {
  const offers: Parameters<typeof published>[0][] = [
    { title: 'Azure Knight', price: 1_000, condition: 'Painted', country: 'Netherlands', at: NOW - 1_000 },
    {
      title: 'Crimson Dragon',
      price: 5_000,
      condition: 'Built',
      country: 'France',
      at: NOW - 2_000,
      mainFaction: 'Tyranids',
      subfaction: '',
    },
    { title: 'Señor Žižka’s Wagon', price: 2_999, condition: 'Built', country: 'Germany', at: NOW - 3_000 },
    { title: '100% resin_wolf', price: 3_000, condition: 'Painted', country: 'Germany', at: NOW - 4_000 },
    {
      title: 'Stormcast Dragon Knight',
      price: 400,
      franchise: 'age-of-sigmar',
      mainFaction: 'Stormcast Eternals',
      at: NOW - 5_000,
    },
  ];
  beforeAll(() =>
    given(
      Object.fromEntries(
        offers.map((offer, n) => [id(n + 1), [published({ subfaction: '', description: 'x', ...offer })]]),
      ),
    ),
  );

  test('shows the newest first [D1-398]', async () => expect(await found()).toEqual([1, 2, 3, 4, 5]));

  test('sorts by price, both ways', async () => {
    expect(await found({ sort: 'price-asc' })).toEqual([5, 1, 3, 4, 2]);
    expect(await found({ sort: 'price-desc' })).toEqual([2, 4, 3, 1, 5]);
  });

  test('franchise, faction, condition and prices each narrow, bounds included [D1-394] [D1-206]', async () => {
    expect(await found({ franchise: 'age-of-sigmar' })).toEqual([5]);
    expect(await found({ faction: 'Tyranids' })).toEqual([2]);
    expect(await found({ condition: 'Built' })).toEqual([2, 3]);
    expect(await found({ minPrice: '30' })).toEqual([2, 4]);
    expect(await found({ minPrice: '29.99', maxPrice: '30.00' })).toEqual([3, 4]);
    expect(await found({ condition: 'Painted', maxPrice: '10', search: 'knight' })).toEqual([1, 5]);
  });

  test('several countries mean any of them [D1-395]', async () => {
    expect(await found({ country: 'France,Germany' })).toEqual([2, 3, 4]);
    expect(await found({ country: 'Malta' })).toEqual([]);
  });

  test.each([
    ['words in any order', 'dragon crimson', [2]],
    ['every word', 'dragon knight', [5]],
    ['the beginning of a word', 'drag', [2, 5]],
    ['any case', 'AZURE', [1]],
    ['letters without their accents', 'senor zizka', [3]],
    ['letters with accents that the title lacks', 'drágön', [2, 5]],
    ['a missing letter', 'crimsn', [2]],
    ['swapped letters', 'knihgt', [1, 5]],
    ['a wrong letter in an unfinished word', 'stormcust', [5]],
    ['a faction', 'tyranids', [2]],
    ['nothing for a word that nobody uses', 'xylophone', []],
    ['percent as plain text', '100%', [4]],
    ['no wildcard percent', '%', []],
    ['no wildcard underscore', '_', []],
    ['an underscore between words', 'resin_wolf', [4]],
    ['quotes and operators as nothing special', "'; dragon & (knight)", [5]],
  ] as const)('search finds %s: %s [D1-394]', async (_, search, expected) =>
    expect(await found({ search })).toEqual(expected),
  );

  test.each([
    ['crimsn', [{ typed: 'crimsn', meant: ['crimson'] }]],
    ['Knihgt crimson', [{ typed: 'knihgt', meant: ['knight'] }]],
    ['stormcust', [{ typed: 'stormcust', meant: ['stormcast'] }]],
    ['drag', []],
    ['dragons', []],
    ['xylophone', []],
  ] as const)('a search for %s shows the words it used instead of an unknown one', async (search, mended) =>
    expect((await find({ search })).mended).toEqual(mended),
  );

  test('pages carry the exact total [D1-396] [D1-397]', async () => {
    expect(await find({ limit: '2' })).toMatchObject({ hasMore: true, totalPages: 3, total: 5, currentPage: 1 });
    expect(await find({ limit: '2', page: '3' })).toMatchObject({
      hasMore: false,
      totalPages: 3,
      listings: [{ _id: id(5) }],
    });
    expect(await find({ limit: '2', page: '9' })).toMatchObject({ hasMore: false, total: 5, listings: [] });
    expect((await find()).listings).toHaveLength(5);
    expect(listingQuery.parse({}).limit).toBe(12);
  });
});

test.each([38, 39, 40])('a word of %i letters before a surrogate pair does not break reading', async (letters) => {
  const word = `${'a'.repeat(letters)}\u{10330}`;
  await given({ [id(1)]: [published({ title: word, description: word })] });
  expect(await found({ search: word.slice(0, 20) })).toEqual([1]);
});

test('deep pages show every listing once and in order', async () => {
  const many = Array.from(
    { length: 61 },
    (_, n) => [id(n + 1), [published({ at: NOW + n, price: (n % 7) * 100 + 1 })]] as const,
  );
  await given(Object.fromEntries(many));
  for (const sort of ['newest', 'price-asc', 'price-desc']) {
    const pages = await Promise.all(
      Array.from({ length: 21 }, (_, n) => find({ sort, limit: '3', page: String(n + 1) })),
    );
    const all = pages.flatMap(({ listings }) => listings);
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(61);
    const whole = (await find({ sort, limit: '100' })).listings;
    expect(all.map(({ _id }) => _id)).toEqual(whole.map(({ _id }) => _id));
  }
});

describe('one listing', () => {
  test('has every field, euros and ISO dates, and its seller without email or address [D1-189] [D1-190] [D1-193] [D1-194] [D1-195]', async () => {
    await given({ [LISTING]: [published()] });
    const listing = (await listingById(database.knex, LISTING))!;
    expect(listingSchema.parse(listing)).toEqual(listing);
    expect(listing).toMatchObject({
      _id: LISTING,
      id: LISTING,
      title: 'Knight of the Azure Keep',
      price: 25,
      status: 'active',
      reserved: false,
      mainFaction: 'Space Marines',
      location: 'Netherlands',
      posted: '2026-06-01T12:00:00.000Z',
      badge: null,
      images: [{ original: 'one.webp', thumbnail: 'one-small.webp', s3Key: 'k1' }],
    });
    expect(listing.seller).toEqual({
      _id: SELLER,
      username: 'sam',
      reputation: 0,
      ratingCount: 0,
      joinDate: '2026-06-01T12:00:00.000Z',
    });
  });

  test('lies where its seller is: who moves takes along what was published before [D1-122] [D1-194]', async () => {
    const moved = (country: string) => ({ type: 'ProfileUpdated', data: { at, fullName: 'Sam', country } }) as const;
    const streams = {
      [`listing-${LISTING}`]: [published()],
      [`account-${SELLER}`]: [registered({ username: 'sam' }), moved('Netherlands'), moved('Germany')],
      [`account-${BUYER}`]: [registered({ username: 'bea' }), moved('Norway')],
    };
    for (const sizes of [[1], [100]]) {
      await fill(database.knex, allProjections, interleave(streams), sizes);
      expect((await listingById(database.knex, LISTING))?.location).toBe('Germany');
      expect(await found({ country: 'Germany' })).toEqual([Number(LISTING)]);
      expect(await found({ country: 'Netherlands' })).toEqual([]);
    }
  });

  test('that is being bought stays in the search, flagged, until it is released [D1-192] [D1-398]', async () => {
    await given({ [LISTING]: [published(), reserved] });
    expect((await find()).listings).toMatchObject([{ _id: LISTING, status: 'active', reserved: true }]);
    await given({ [LISTING]: [published(), reserved, released] });
    expect((await find()).listings).toMatchObject([{ _id: LISTING, status: 'active', reserved: false }]);
  });

  test.each([
    ['sold', [published(), reserved, sold]],
    ['archived', [published(), archived]],
  ] as const)(
    'that is %s leaves the search but keeps its page and its tab [D1-265] [D1-267]',
    async (status, events) => {
      await given({ [LISTING]: [...events] });
      expect(await find({ search: 'knight' })).toMatchObject({ listings: [], total: 0 });
      expect(await find()).toMatchObject({ listings: [], total: 0, totalPages: 0 });
      expect(await listingById(database.knex, LISTING)).toMatchObject({ status, reserved: false });
      expect(await listingsOfSeller(database.knex, SELLER)).toMatchObject([{ _id: LISTING, status }]);
    },
  );

  test('is shown nowhere after staff removed it [L-010]', async () => {
    await given({ [LISTING]: [published(), removed] });
    expect((await find()).total).toBe(0);
    expect(await listingById(database.knex, LISTING)).toBeUndefined();
    expect(await listingsOfSeller(database.knex, SELLER)).toEqual([]);
  });

  test('is on offer again after a refund before shipment', async () => {
    await given({ [LISTING]: [published(), reserved, sold, returned] }, openTransaction().refunded());
    expect(await find({ search: 'azure' })).toMatchObject({
      total: 1,
      listings: [{ status: 'active', reserved: false, badge: null }],
    });
  });

  test('is found by its new words only after a revision', async () => {
    const { franchise, mainFaction, subfaction, condition, paintQuality, price } = published().data;
    const offer = { franchise, mainFaction, subfaction, condition, paintQuality, price };
    const revised = {
      type: 'ListingRevised',
      data: { at, ...offer, title: 'Paladin', description: 'green', sellerId: null },
    } satisfies ListingEvent;
    await given({ [LISTING]: [published(), revised] });
    expect((await find({ search: 'paladin' })).total).toBe(1);
    expect((await find({ search: 'keep' })).total).toBe(0);
  });

  test.each([
    ['paid', null],
    ['shipped', 'Shipped'],
    ['delivered', 'Shipped'],
    ['completed', 'Completed'],
    ['disputed', 'Disputed'],
  ] as const)(
    'whose sale is %s wears the badge %s, and is stored as sold all the while [D1-192] [D2-151]',
    async (chapter, badge) => {
      await given({ [LISTING]: [published(), reserved, sold] }, openTransaction()[chapter]());
      expect(await listingById(database.knex, LISTING)).toMatchObject({ badge, status: 'sold', reserved: false });
    },
  );
});
