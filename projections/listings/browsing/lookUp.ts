import type { Knex } from 'knex';
import type { ListingFilters } from '#application/contract/listingSearch.ts';
import { facetsOf, toldCounts } from '../search/facets.ts';
import { HEAD, type Offers } from '../search/followListings.ts';
import type { OfferIndex } from '../search/listingIndex.ts';
import { type ShownRow, shownWhere } from '../shown.ts';
import type { Page } from './byTables.ts';

type Read = { generation: number; last: number } & ({ id: null } | ShownRow);

/** The listings of these ids that are on offer, and with each of them, or alone, how far the tables are at the same moment. */
const READ = `SELECT head.generation, head.last, shown.*
  FROM (${HEAD}) head LEFT JOIN LATERAL (${shownWhere(`l.id = ANY(?) AND l.status = 'active'`)}) shown ON true`;

/** By its id, as plain as a statement gets: prepared once, for planning it takes longer than running it. */
const readListings = async (db: Knex, ids: string[]): Promise<Read[]> => {
  const { rows } = await db.raw<{ rows: Read[] }>(READ, [ids]).options({ name: 'listings on offer' });
  return rows;
};

/**
 * The index knows the page and the total; the tables add what is shown. They are asked once, for the listings that were found and
 * for whether anything has changed since; only then is that taken in and looked up again. Undefined while there is no index.
 */
export const lookUpPage = async (
  db: Knex,
  offers: Offers,
  filters: ListingFilters,
  words: readonly string[],
): Promise<Page | undefined> => {
  const { minPrice, maxPrice, destination, minTotal, maxTotal, sort, page, limit, cursor } = filters;
  const offset = (page - 1) * limit;
  const lookUp = async (index: OfferIndex) => {
    const prices = { minPrice, maxPrice, destination, minTotal, maxTotal };
    const wanted = { facets: facetsOf(filters), words, search: filters.search ?? '', ...prices };
    const found = index.find({ ...wanted, counts: filters.facets, sort, offset, limit, cursor });
    const { ids, total, next, mended, counts, nearest } = found;
    const read = await readListings(db, ids);
    const byId = new Map(read.map((row) => [row.id, row]));
    const rows = ids.flatMap((id) => (byId.get(id) as ShownRow | undefined) ?? []);
    return {
      head: read[0],
      page: { rows, total, next, partial: false, mended, facets: counts && toldCounts(counts), nearest },
    };
  };
  const known = offers.known();
  if (known) {
    const { head, page } = await lookUp(known.index);
    if (head?.generation === known.generation && head.last === known.number) return page;
  }
  const index = await offers.current();
  return index && (await lookUp(index)).page;
};
