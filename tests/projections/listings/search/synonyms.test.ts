import { describe, expect, test } from 'vitest';
import { listingQuery } from '#application/contract/listingSearch.ts';
import { allProjections } from '#projections/all.ts';
import { findListings } from '#projections/listings/queries.ts';
import { followOffers } from '#projections/listings/search/followListings.ts';
import { othersOf } from '#projections/listings/search/words.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { fill } from '../../harness.ts';
import { interleave } from '../../transactions/transactionRows.ts';
import { id, publish } from '../browsing.ts';

const database = useDatabase();

const OFFERED = [
  publish({ title: 'Red dragons', condition: 'Painted', paintQuality: 'Display Quality' }),
  publish({ title: 'Siege tank', condition: 'Built', paintQuality: 'Not Painted' }),
  publish({ title: 'Elves of the wood', condition: 'New in box (sealed)', paintQuality: 'Not Painted' }),
];

describe.each(['the index', 'the tables'])('%s', (by) => {
  const find = async (search: string) => {
    await fill(
      database.knex,
      allProjections,
      interleave(Object.fromEntries(OFFERED.map((offer, n) => [`listing-${id(n)}`, [offer]]))),
    );
    const offers = followOffers(database.knex, { worthwhile: by === 'the index' ? 0 : Number.POSITIVE_INFINITY });
    await offers.load();
    const { listings, mended } = await findListings(database.knex, listingQuery.parse({ search }), offers);
    expect(mended).toEqual([]);
    return listings.map(({ title }) => title);
  };

  test.each([
    ['Drache', ['Red dragons']],
    ['dragón', ['Red dragons']],
    ['Panzer', ['Siege tank']],
    ['czołg', ['Siege tank']],
    ['elfen', ['Elves of the wood']],
    ['bemalt', ['Red dragons']],
    ['painted', ['Red dragons']],
    ['built tank', ['Siege tank']],
    ['display', ['Red dragons']],
    ['sealed', ['Elves of the wood']],
  ])('finds by “%s”', async (search, titles) => expect(await find(search)).toEqual(titles));
});

test('an English word has no foreign synonyms, and an unknown word has none at all', () => {
  expect(othersOf('drache')).toEqual(expect.arrayContaining(['dragon', 'dragons']));
  expect(othersOf('dragon')).toEqual([]);
  expect(othersOf('zzzz')).toEqual([]);
});
