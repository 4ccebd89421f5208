import { fc, test } from '@fast-check/vitest';
import { describe, test as example, expect } from 'vitest';
import { type ListingFilters, listingQuery } from '#application/contract/listings.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { warhammer40k } from '#domain/catalogue/franchises/warhammer40k.ts';
import type { ListingEvent } from '#domain/listings/events.ts';
import { allProjections } from '#projections/all.ts';
import { followOffers } from '#projections/listings/offers/followOffers.ts';
import { openRanking } from '#projections/listings/offers/ranking.ts';
import { listings as model } from '#projections/listings/projection.ts';
import { evolve, type Handled, type ListingRow } from '#projections/listings/row.ts';
import { wordsOf } from '#projections/listings/words.ts';
import { findListings } from '#projections/listings.ts';
import { rebuild } from '#projections/rebuild.ts';
import { tablesIn } from '#projections/running/schemas.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { NOW, published } from './given.ts';
import { interleave } from './sales.ts';
import { fill, keepingLog, openStand } from './stand.ts';

const database = useDatabase();
const id = (n: number) => ((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(32, '0');
const at = NOW;

const WORDS = ['knight', 'knave', 'kraken', 'dragon', 'dragoon', 'orc', 'elf', 'storm', 'stormlord', 'azure'];
const FACTIONS = ['Space Marines', 'Tyranids', 'Orks'];
const CONDITIONS = ['Painted', 'Built'] as const;
const COUNTRIES = ['Netherlands', 'France', 'Germany'] as const;

const offers = fc.record({
  at: fc.nat(6).map((n) => NOW + n),
  title: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  franchise: fc.constantFrom('warhammer-40k', 'age-of-sigmar'),
  mainFaction: fc.constantFrom(...FACTIONS),
  condition: fc.constantFrom(...CONDITIONS),
  country: fc.constantFrom(...COUNTRIES),
  price: fc.integer({ min: 1, max: 9 }).map((n) => n * 100),
});
type Made = Parameters<typeof published>[0];
const publish = (made: Made) => published({ subfaction: '', description: 'x', ...made });
const revise = (made: Made): ListingEvent => {
  const { title, franchise, mainFaction, subfaction, condition, paintQuality, price, description } = publish(made).data;
  const offer = { title, franchise, mainFaction, subfaction, condition, paintQuality, price, description };
  return { type: 'ListingRevised', data: { at, ...offer } };
};
const archived: ListingEvent = { type: 'ListingArchived', data: { at, reason: 'bySeller' } };
const sold: ListingEvent = { type: 'ListingSold', data: { at, transactionId: id(1) } };
const returned: ListingEvent = { type: 'ListingReturnedToMarket', data: { at, transactionId: id(1) } };

/** Before the index is read, and after it. */
const lives = fc
  .array(
    fc.record({ offer: offers, later: offers, turn: fc.constantFrom('none', 'new', 'archive', 'revise', 'return') }),
    {
      minLength: 1,
      maxLength: 700,
      size: 'max',
    },
  )
  .map((listings) => {
    const early: Record<string, ListingEvent[]> = {};
    const late: Record<string, ListingEvent[]> = {};
    for (const [n, { offer, later, turn }] of listings.entries()) {
      const key = `listing-${id(n)}`;
      if (turn !== 'new') early[key] = [publish(offer), ...(turn === 'return' ? [sold] : [])];
      if (turn === 'new') late[key] = [publish(offer)];
      if (turn === 'archive') late[key] = [archived];
      if (turn === 'revise') late[key] = [revise(later)];
      if (turn === 'return') late[key] = [returned];
    }
    return { early: interleave(early), late: interleave(late) };
  });

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });
const queries = fc
  .record({
    search: maybe(
      fc
        .array(fc.constantFrom(...WORDS, 'kn', 'k', 'd', 'st', 'drag', 'tyran', 'space', 'x'), {
          minLength: 1,
          maxLength: 3,
        })
        .map((words) => words.join(' ')),
    ),
    franchise: maybe(fc.constantFrom('warhammer-40k', warhammer40k.name, 'age-of-sigmar', 'nothing')),
    faction: maybe(fc.constantFrom(...FACTIONS, 'Nobody')),
    condition: maybe(fc.constantFrom(...CONDITIONS)),
    country: maybe(fc.subarray([...COUNTRIES, 'Malta'], { minLength: 1 }).map((countries) => countries.join(','))),
    minPrice: maybe(fc.integer({ min: 0, max: 10 }).map(String)),
    maxPrice: maybe(fc.integer({ min: 0, max: 10 }).map(String)),
    sort: maybe(fc.constantFrom('newest', 'price-asc', 'price-desc')),
    page: fc.integer({ min: 1, max: 30 }).map(String),
    limit: fc.constantFrom('1', '3', '12', '100'),
  })
  .map((query) => listingQuery.parse(query));

/** What browsing means, said once more: read every listing, keep those that pass, order them, cut out the page. */
const naively = (rows: Iterable<ListingRow>, filters: ListingFilters) => {
  const { minPrice = 0, maxPrice = Number.POSITIVE_INFINITY, country, page, limit, sort } = filters;
  const franchise = filters.franchise === warhammer40k.name ? warhammer40k.id : filters.franchise;
  const order = (one: ListingRow, other: ListingRow) =>
    (sort === 'newest' ? one.posted_at - other.posted_at : one.price - other.price) || (one.id < other.id ? -1 : 1);
  const passing = [...rows]
    .filter(
      (row) =>
        row.status === 'active' &&
        (!franchise || row.franchise === franchise) &&
        (!filters.faction || row.main_faction === filters.faction) &&
        (!filters.condition || row.condition === filters.condition) &&
        (country.length === 0 || country.includes(row.country)) &&
        row.price >= minPrice &&
        row.price <= maxPrice &&
        wordsOf(filters.search ?? '').every((word) => row.words.split(' ').some((other) => other.startsWith(word))),
    )
    .sort(order);
  if (sort !== 'price-asc') passing.reverse();
  const shown = passing.slice((page - 1) * limit, page * limit);
  return {
    ids: shown.map((row) => row.id),
    total: passing.length,
    totalPages: Math.ceil(passing.length / limit),
    hasMore: shown.length > 0 && page * limit < passing.length,
  };
};

const fold = (history: readonly Recorded[]) => {
  const rows = new Map<string, ListingRow>();
  for (const event of history as Handled[]) {
    const key = event.stream.slice('listing-'.length);
    rows.set(key, evolve(rows.get(key), event));
  }
  return rows;
};
/** Words that begin nothing on offer stand for similar ones: that is the vocabulary's part, not the index's. */
const begins = (rows: Iterable<ListingRow>, search: string | undefined) =>
  wordsOf(search ?? '').every((word) =>
    [...rows].some((row) => row.status === 'active' && row.words.split(' ').some((other) => other.startsWith(word))),
  );
const apply = (history: readonly Recorded[]) =>
  history.length === 0
    ? Promise.resolve()
    : database.knex.transaction((transaction) => model.apply(history, tablesIn(transaction, 'read_listings')));
const answer = async (filters: ListingFilters, index?: ReturnType<typeof followOffers>) => {
  const { listings, total, totalPages, hasMore } = await findListings(database.knex, filters, index);
  return { ids: listings.map((listing) => listing._id), total, totalPages, hasMore };
};

describe('any search for any combination of filters on any page', () => {
  test.prop([lives, fc.array(queries, { minLength: 12, maxLength: 12 })], { numRuns: 15 })(
    'is answered by the index, by the tables and by reading every listing alike, also after listings changed',
    async ({ early, late }, asked) => {
      await fill(database.knex, allProjections, early);
      const index = followOffers(database.knex, { worthwhile: 0 });
      await index.load();
      const agree = async (history: readonly Recorded[]) => {
        const rows = fold(history);
        for (const filters of asked) {
          const expected = begins(rows.values(), filters.search) ? naively(rows.values(), filters) : undefined;
          const byIndex = await answer(filters, index);
          expect(byIndex).toEqual(await answer(filters));
          if (expected) expect(byIndex).toEqual(expected);
        }
      };
      await agree(early);
      await apply(late);
      await agree([...early, ...late]);
      if (early.length + late.length > 0) expect(await index.current()).toBeDefined();
    },
    180_000,
  );
});

describe('the index of what is on offer', () => {
  const few = interleave({
    [`listing-${id(1)}`]: [publish({ title: 'knight' })],
    [`listing-${id(2)}`]: [publish({ title: 'dragon' })],
  });
  const find = (index: ReturnType<typeof followOffers>, search: string) =>
    answer(listingQuery.parse({ search }), index);

  example('is not built for a small marketplace, whose tables are quick enough', async () => {
    await fill(database.knex, allProjections, few);
    const index = followOffers(database.knex, { worthwhile: 3 });
    await index.load();
    expect(await index.current()).toBeUndefined();
    expect(await find(index, 'knight')).toMatchObject({ total: 1, ids: [id(1)] });
  });

  example('holds what was committed before it was asked, however many ask at once', async () => {
    await fill(database.knex, allProjections, few);
    const index = followOffers(database.knex, { worthwhile: 1 });
    await index.load();
    for (let n = 3; n < 30; n++) {
      const before = Array.from({ length: 4 }, () => find(index, 'dragoon'));
      await apply(interleave({ [`listing-${id(n)}`]: [publish({ title: 'dragoon' })] }));
      const after = await Promise.all(Array.from({ length: 4 }, () => find(index, 'dragoon')));
      expect(after.map(({ total }) => total)).toEqual(Array(4).fill(n - 2));
      for (const { total } of await Promise.all(before)) expect([n - 3, n - 2]).toContain(total);
    }
    expect((await index.current())!.size()).toEqual({ documents: 29, onOffer: 29 });
  });

  example('takes in thousands of changes since it was last asked', async () => {
    await fill(database.knex, allProjections, few);
    const index = followOffers(database.knex, { worthwhile: 1 });
    await index.load();
    await apply(
      interleave(
        Object.fromEntries(
          Array.from({ length: 2_500 }, (_, n) => [
            `listing-${id(n + 10)}`,
            [publish({ title: 'kraken', at: NOW - n })],
          ]),
        ),
      ),
    );
    expect((await index.current())!.size().onOffer).toBe(2_502);
    expect((await find(index, 'kraken')).total).toBe(2_500);
  });

  example('is done without while the tables of an earlier version are live', async () => {
    await fill(database.knex, allProjections, few);
    await database.knex.raw('DROP TABLE read_listings.changes');
    const index = followOffers(database.knex, { worthwhile: 0 });
    await index.load();
    expect(await find(index, 'dragon')).toMatchObject({ total: 1, ids: [id(2)] });
  });

  example('is read anew from a read model that was rebuilt', async () => {
    await fill(database.knex, allProjections, few);
    const stand = openStand(database.url, database.knex);
    try {
      const index = followOffers(database.knex, { worthwhile: 1 });
      await index.load();
      await stand.append(`listing-${id(7)}`, publish({ title: 'elf' }));
      const { knex: db } = database;
      await rebuild({ store: stand.store, codec: stand.codec, db, projection: model, log: keepingLog() });
      expect(await find(index, 'elf')).toMatchObject({ total: 1, ids: [id(7)] });
      await expect.poll(async () => (await index.current())?.size()).toEqual({ documents: 1, onOffer: 1 });
      expect(await find(index, 'elf')).toMatchObject({ total: 1, ids: [id(7)] });
    } finally {
      await stand.close();
    }
  });
});

test.prop([fc.array(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 40 }), { maxLength: 8 })])(
  'a ranking stays in order whatever is inserted',
  (rounds) => {
    const values: number[] = [];
    const ranking = openRanking((one, other) => values[one]! - values[other]! || one - other);
    for (const round of rounds) ranking.insert(round.map((value) => values.push(value) - 1));
    const ranked = [...ranking.documents.subarray(0, ranking.length)];
    expect(ranked.map((document) => values[document])).toEqual([...values].sort((one, other) => one - other));
    expect(new Set(ranked).size).toBe(values.length);
  },
);
