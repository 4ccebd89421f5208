import fc from 'fast-check';
import { describe, test as example, expect } from 'vitest';
import { type ListingFilters, listingQuery } from '#application/contract/listingSearch.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { openAdvisoryLock } from '#infrastructure/postgres/advisoryLock.ts';
import { allProjections } from '#projections/all.ts';
import { rebuild } from '#projections/engine/rebuild.ts';
import { tablesIn } from '#projections/engine/schemas.ts';
import { listings as model } from '#projections/listings/projection.ts';
import { findListings } from '#projections/listings/queries.ts';
import { followOffers } from '#projections/listings/search/followListings.ts';
import { openRanking } from '#projections/listings/search/ranking.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { property } from '#tests/support/property.ts';
import { NOW } from '../../given.ts';
import { fill, keepingLog, openHarness } from '../../harness.ts';
import { interleave } from '../../transactions/transactionRows.ts';
import { archived, fold, id, lives, naively, publish, queries } from '../browsing.ts';

const database = useDatabase();
const apply = (history: readonly Recorded[]) =>
  history.length === 0
    ? Promise.resolve()
    : database.knex.transaction((transaction) => model.apply(history, tablesIn(transaction, 'read_listings')));
const answer = async (filters: ListingFilters, index?: ReturnType<typeof followOffers>) => {
  const {
    listings,
    partial,
    mended: _,
    currentPage: __,
    next: ___,
    ...told
  } = await findListings(database.knex, filters, index);
  expect(partial).toBe(false);
  return { ids: listings.map((listing) => listing._id), ...told };
};

/** All pages by cursor; `between` runs between two pages. */
const walked = async (
  filters: ListingFilters,
  index: ReturnType<typeof followOffers>,
  between: (page: number) => Promise<unknown> = async () => undefined,
): Promise<string[]> => {
  const ids: string[] = [];
  let cursor: ListingFilters['cursor'];
  for (let page = 1; ; page++) {
    const { listings, hasMore, next } = await findListings(database.knex, { ...filters, page, cursor }, index);
    ids.push(...listings.map((listing) => listing._id));
    expect(hasMore).toBe(next !== null);
    if (next === null) return ids;
    cursor = listingQuery.parse({ cursor: next }).cursor;
    await between(page);
  }
};

describe('any search for any combination of filters on any page', () => {
  property([lives, fc.array(queries, { minLength: 12, maxLength: 12 })], { numRuns: 15 })(
    'has the same answer by the index, by the tables and by reading every listing, also after changes',
    async ({ early, late }, asked) => {
      await fill(database.knex, allProjections, early);
      const index = followOffers(database.knex, { worthwhile: 0 });
      const none = followOffers(database.knex, { worthwhile: Number.POSITIVE_INFINITY });
      await index.load();
      const agree = async (history: readonly Recorded[]) => {
        const rows = fold(history);
        for (const filters of asked) {
          const expected = naively(rows, filters);
          expect(await answer(filters, index)).toEqual(expected);
          expect(await answer(filters, none)).toEqual(expected);
        }
        // one by one gives the same as all at once
        for (const filters of asked.slice(0, 3)) {
          const { ids } = naively(rows, { ...filters, page: 1, limit: 10_000 });
          const limit = Math.max(3, Math.ceil(ids.length / 12));
          for (const way of [index, none]) expect(await walked({ ...filters, limit }, way)).toEqual(ids);
        }
      };
      await agree(early);
      await apply(late);
      // without listings there is no index: the first search would only start loading it
      if (!index.known()) await index.load();
      await agree([...early, ...late]);
      if (early.length + late.length > 0) expect(await index.current()).toBeDefined();
    },
  );
});

describe('the search index', () => {
  const few = interleave({
    [`listing-${id(1)}`]: [publish({ title: 'knight' })],
    [`listing-${id(2)}`]: [publish({ title: 'dragon' })],
  });
  const find = (index: ReturnType<typeof followOffers>, search: string) =>
    answer(listingQuery.parse({ search }), index);

  example('is not built for a small marketplace, because its tables are fast enough', async () => {
    await fill(database.knex, allProjections, few);
    const index = followOffers(database.knex, { worthwhile: 3 });
    await index.load();
    expect(await index.current()).toBeUndefined();
    expect(await find(index, 'knight')).toMatchObject({ total: 1, ids: [id(1)] });
  });

  example('contains what was committed before the search, with any number of concurrent searches', async () => {
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

  example('catches up with thousands of changes since the last search', async () => {
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

  example('is not used while the tables of an earlier version are live', async () => {
    await fill(database.knex, allProjections, few);
    await database.knex.raw('DROP TABLE read_listings.changes');
    const index = followOffers(database.knex, { worthwhile: 0 });
    await index.load();
    expect(await find(index, 'dragon')).toMatchObject({ total: 1, ids: [id(2)] });
  });

  example.each([
    ['by the index', 0],
    ['by the tables', Number.POSITIVE_INFINITY],
  ])('a change between two pages hides no listing of the next: %s', async (_, worthwhile) => {
    const offers = (from: number, count: number) =>
      interleave(
        Object.fromEntries(
          Array.from({ length: count }, (_, n) => [
            `listing-${id(from + n)}`,
            [publish({ title: 'hydra', at: NOW + from + n, price: 1_000 })],
          ]),
        ),
      );
    await fill(database.knex, allProjections, offers(1, 20));
    const index = followOffers(database.knex, { worthwhile });
    await index.load();
    const filters = listingQuery.parse({ search: 'hydra', limit: '6' });
    const shown = await walked(filters, index, (page) =>
      page === 1 ? apply([...offers(50, 3), ...interleave({ [`listing-${id(15)}`]: [archived] })]) : Promise.resolve(),
    );
    // newest first; 15 was the last on page one
    expect(shown).toEqual(Array.from({ length: 20 }, (_, n) => id(20 - n)));
  });

  example.each([
    ['by the index', 0],
    ['by the tables', Number.POSITIVE_INFINITY],
  ])('no page misses a listing between two tiers: %s', async (_, worthwhile) => {
    const titles = [...Array(4).fill('hydra lord'), ...Array(4).fill('hydra'), ...Array(4).fill('painted kraken')];
    await fill(
      database.knex,
      allProjections,
      interleave(
        Object.fromEntries(
          titles.map((title: string, n) => [
            `listing-${id(n + 1)}`,
            [publish({ title, at: NOW - n, description: 'a hydra and its lord' })],
          ]),
        ),
      ),
    );
    const index = followOffers(database.knex, { worthwhile });
    await index.load();
    const filters = listingQuery.parse({ search: 'hydra lord', sort: 'relevance', limit: '3' });
    expect(await walked(filters, index)).toEqual(titles.map((_, n) => id(n + 1)));
  });

  example('is reloaded after a rebuild of the read model', async () => {
    await fill(database.knex, allProjections, few);
    const harness = openHarness(database.url, database.knex);
    try {
      const index = followOffers(database.knex, { worthwhile: 1 });
      await index.load();
      await harness.append(`listing-${id(7)}`, publish({ title: 'elf' }));
      const { knex: db } = database;
      const exclusively = openAdvisoryLock(db, 'builds');
      await rebuild({ ...harness, db, projection: model, exclusively, log: keepingLog() });
      expect(await find(index, 'elf')).toMatchObject({ total: 1, ids: [id(7)] });
      await expect.poll(async () => (await index.current())?.size()).toEqual({ documents: 1, onOffer: 1 });
      expect(await find(index, 'elf')).toMatchObject({ total: 1, ids: [id(7)] });
    } finally {
      await harness.close();
    }
  });
});

property([fc.array(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 40 }), { maxLength: 8 })])(
  'a ranking stays sorted after any insert',
  (rounds) => {
    const values: number[] = [];
    const ranking = openRanking((one, other) => values[one]! - values[other]! || one - other);
    for (const round of rounds) ranking.insert(round.map((value) => values.push(value) - 1));
    const ranked = [...ranking.documents.subarray(0, ranking.length)];
    expect(ranked.map((document) => values[document])).toEqual([...values].sort((one, other) => one - other));
    expect(new Set(ranked).size).toBe(values.length);
  },
);
