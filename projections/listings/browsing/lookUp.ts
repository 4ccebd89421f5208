import type { Knex } from 'knex';
import type { ListingFilters } from '#application/contract/listingSearch.ts';
import { facetCounts, facetsOf } from '../search/facets.ts';
import { HEAD, type Offers } from '../search/followListings.ts';
import type { OfferIndex } from '../search/listingIndex.ts';
import { type ShownRow, shownWhere } from '../shown.ts';
import type { Page } from './byTables.ts';

type IndexedRow = { generation: number; last: number } & ({ id: null } | ShownRow);

/** Listings on offer by id, each with the state of the tables at the same moment; without listings, that state alone. */
const READ = `SELECT head.generation, head.last, shown.*
  FROM (${HEAD}) head LEFT JOIN LATERAL (${shownWhere(`l.id = ANY(?) AND l.status = 'active'`)}) shown ON true`;

/** Prepared once, because planning takes longer than running. */
const readListings = async (db: Knex, ids: string[]): Promise<IndexedRow[]> => {
  const { rows } = await db.raw<{ rows: IndexedRow[] }>(READ, [ids]).options({ name: 'listings on offer' });
  return rows;
};

/**
 * The index gives the page and the total; one query on the tables adds the content and tells whether anything changed.
 * Only then are the changes applied and the search repeated. Undefined while there is no index.
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
      page: { rows, total, next, partial: false, mended, facets: counts && facetCounts(counts), nearest },
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
