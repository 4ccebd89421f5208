import fc from 'fast-check';
import { describe, test as example, expect } from 'vitest';
import { listingQuery } from '#application/contract/listingSearch.ts';
import { allProjections } from '#projections/all.ts';
import { readPage } from '#projections/listings/browsing/byTables.ts';
import { wantedWords } from '#projections/listings/browsing/search.ts';
import { findListings } from '#projections/listings/queries.ts';
import type { Offers } from '#projections/listings/search/followListings.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { property } from '#tests/support/property.ts';
import { fill } from '../harness.ts';
import { interleave } from '../transactions/transactionRows.ts';
import { fold, id, lives, naively, publish, queries } from './browsing.ts';

const database = useDatabase();

/** While the index is loading. */
const reading: Offers = {
  known: () => undefined,
  current: async () => undefined,
  reading: () => true,
  load: async () => undefined,
};

describe('a search in the tables, without the index,', () => {
  property([lives, fc.array(queries, { minLength: 12, maxLength: 12 }), fc.integer({ min: 1, max: 80 })], {
    numRuns: 15,
  })(
    'is right and in order as far as it goes, and `partial` if it is not complete',
    async ({ early, late }, asked, window) => {
      await fill(database.knex, allProjections, [...early, ...late]);
      const rows = fold([...early, ...late]);
      for (const filters of asked) {
        const answer = await readPage(database.knex, filters, wantedWords(filters.search) ?? [], {
          typos: true,
          window,
        });
        const ids = answer.rows.map((row) => row.id);
        const expected = naively(rows, filters);
        expect(ids).toEqual(expected.ids.slice(0, ids.length));
        expect(answer.total).toBeLessThanOrEqual(expected.total);
        if (!answer.partial) expect({ ids, total: answer.total }).toEqual({ ids: expected.ids, total: expected.total });
      }
    },
  );

  const marketplace = (titles: readonly string[]) =>
    fill(
      database.knex,
      allProjections,
      interleave(Object.fromEntries(titles.map((title, n) => [`listing-${id(n)}`, [publish({ title })]]))),
    );
  const find = (search: string) => findListings(database.knex, listingQuery.parse({ search }), reading);

  example('reads a thousand listings, or all with a rare word', async () => {
    await marketplace([
      ...Array(1_400).fill('knight orc'),
      ...Array(3).fill('kraken orc'),
      ...Array(500).fill('knight'),
    ]);
    expect(await find('')).toMatchObject({ total: 1_903, partial: false });
    expect(await find('knight')).toMatchObject({ total: 1_900, partial: false });
    expect(await find('kraken orcs')).toMatchObject({ total: 3, partial: false });
    const both = await find('knight orc');
    expect(both).toMatchObject({ partial: true, hasMore: true });
    expect(both.total).toBeLessThanOrEqual(1_000);
    expect(both.listings).toHaveLength(12);
  });

  example('shows the correction of a typo, with at most three words', async () => {
    await marketplace(['knight', 'knave', 'elf']);
    const mended = async (search: string) => {
      const filters = listingQuery.parse({ search });
      return (await readPage(database.knex, filters, wantedWords(search) ?? [], { typos: true })).mended;
    };
    expect(await mended('knihgt elf')).toEqual([{ typed: 'knihgt', meant: ['knight'] }]);
    expect(await mended('knight elf')).toEqual([]);
    await marketplace(['orca', 'orcb', 'orcc']);
    expect(await mended('orcx')).toEqual([{ typed: 'orcx', meant: ['orca', 'orcb', 'orcc'] }]);
    await marketplace(['orca', 'orcb', 'orcc', 'orcd']);
    expect(await mended('orcx')).toEqual([{ typed: 'orcx', meant: [] }]);
  });

  example('leaves typos to the index, and is then `partial`', async () => {
    await marketplace(['knight']);
    expect(await find('knihgt')).toMatchObject({ listings: [], partial: true });
    expect(await find('orc')).toMatchObject({ listings: [], partial: false });
  });
});
