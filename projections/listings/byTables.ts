import type { Knex } from 'knex';
import type { ListingFilters, Mended } from '#application/contract/listings.ts';
import { facetsOf } from '../search/facets.ts';
import { readSearch, type Term } from './search.ts';
import { type ShownRow, shownWhere } from './shown.ts';

/** `partial`: not all was looked through. What is shown is right as far as it goes, and there may be more than the total. */
export type Page = { rows: ShownRow[]; total: number; partial: boolean; mended: Mended[] };

export const NOTHING: Page = { rows: [], total: 0, partial: false, mended: [] };

/** So many listings are looked through, and no more: it takes some milliseconds, however many there are. */
const WINDOW = 1_000;

const ORDER = {
  newest: 'l.posted_at DESC, l.id DESC',
  'price-asc': 'l.price, l.id',
  'price-desc': 'l.price DESC, l.id DESC',
} as const;

type Condition = { sql: string; values: Knex.Value[] };

const conditionsOf = (filters: ListingFilters, terms: readonly Term[]): Condition => {
  const { minPrice, maxPrice } = filters;
  const all: Condition[] = facetsOf(filters).map(({ facet, values }) => ({
    sql: `l.${facet} = ANY(?)`,
    values: [values],
  }));
  if (minPrice !== undefined) all.push({ sql: 'l.price >= ?', values: [minPrice] });
  if (maxPrice !== undefined) all.push({ sql: 'l.price <= ?', values: [maxPrice] });
  for (const { query } of terms) all.push({ sql: 'l.words @@ ?::tsquery', values: [query] });
  return { sql: ['true', ...all.map(({ sql }) => sql)].join(' AND '), values: all.flatMap(({ values }) => values) };
};

/** What is known without looking: how many have some facets, or a single word. */
const readTotal = async (db: Knex, filters: ListingFilters, terms: readonly Term[]): Promise<number | undefined> => {
  const facets = facetsOf(filters).length;
  if (filters.minPrice !== undefined || filters.maxPrice !== undefined || (facets > 0 && terms.length > 0)) return;
  const [only, another] = terms;
  if (only) return only.exact && !another ? only.most : undefined;
  const { sql, values } = conditionsOf(filters, []);
  const { rows } = await db.raw(
    `SELECT coalesce(sum(n), 0)::int AS n FROM read_listings.facets l WHERE ${sql}`,
    values,
  );
  return rows[0].n;
};

/**
 * A page by the tables alone, in a time that does not grow with them. A word that few listings have leads to all of them; otherwise
 * those that come first in the order asked for are looked through. In a small marketplace that is everything.
 */
export const readPage = async (
  db: Knex,
  filters: ListingFilters,
  words: readonly string[],
  { typos, window = WINDOW }: { typos: boolean; window?: number },
): Promise<Page> => {
  const terms = await readSearch(db, words, { typos, enough: window });
  if (terms === null) return NOTHING;
  if (terms === 'unknown') return { ...NOTHING, partial: true };

  const { page, limit, sort } = filters;
  const [offset, order] = [(page - 1) * limit, ORDER[sort]];
  const where = conditionsOf(filters, terms);
  const rarest = terms.toSorted((one, other) => one.most - other.most).find(({ most }) => most < window);
  const [total, looked] = await Promise.all([
    readTotal(db, filters, terms),
    db.raw<{ rows: [{ ids: string[]; seen: number }] }>(
      `SELECT coalesce(array_agg(l.id ORDER BY ${order}) FILTER (WHERE ${where.sql}), '{}') AS ids, count(*)::int AS seen
         FROM (SELECT * FROM read_listings.listings l WHERE status = 'active'
               ${rarest ? 'AND words @@ ?::tsquery' : `ORDER BY ${order}`} LIMIT ?) l`,
      [...where.values, ...(rarest ? [rarest.query] : []), window],
    ),
  ]);
  const [{ ids, seen }] = looked.rows;
  const shown = ids.slice(offset, offset + limit);
  const { rows } = await db.raw<{ rows: ShownRow[] }>(`${shownWhere('l.id = ANY(?)')} ORDER BY ${order}`, [shown]);
  const complete = seen < window || (total !== undefined && ids.length >= Math.min(total, offset + limit));
  const mended = terms.flatMap((term) => term.mended ?? []);
  return { rows, total: seen < window ? ids.length : (total ?? ids.length), partial: !complete, mended };
};
