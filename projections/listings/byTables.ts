import type { Knex } from 'knex';
import type { ListingFilters, Mended } from '#application/contract/listings.ts';
import { HIGHEST_RATE } from '#domain/accounts/policy.ts';
import { zoneFromAbroad } from '#domain/transactions/allIn.ts';
import { platformFee } from '#domain/transactions/fees.ts';
import { TODAY } from '#domain/transactions/policy.ts';
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
  'total-asc': 'l.total, l.id',
  'total-desc': 'l.total DESC, l.id DESC',
} as const;

/** Nothing leads to the cheapest in all, but the cheapest and dearest items are near them: these are looked through. */
const LOOKED_AT = { ...ORDER, 'total-asc': ORDER['price-asc'], 'total-desc': ORDER['price-desc'] } as const;

/** What a buyer at the destination pays in all, as the domain reckons it. */
const totalFor = (destination: string | undefined): Condition => {
  const abroad = destination === undefined ? undefined : zoneFromAbroad(destination);
  if (destination === undefined || !abroad) return { sql: 'l.price', values: [] };
  const { feePercent, fixedFee } = TODAY;
  const fee = `(l.price * ${feePercent} + 50) / 100 + ${fixedFee}`;
  return {
    sql: `l.price + ${fee} + CASE l.country WHEN ? THEN l.domestic ELSE l.${abroad} END`,
    values: [destination],
  };
};

type Looked = { passing: [id: string, total: number][]; seen: number; least: number; most: number };

/**
 * What passes, as far as its place is certain: beyond the dearest item that was looked at there may be one that costs less in all, and
 * below the cheapest one whose shipping makes it dearer.
 */
const certainOf = ({ passing, seen, least, most }: Looked, sort: ListingFilters['sort'], window: number): string[] => {
  const withFee = (price: number) => price + platformFee(price, TODAY);
  const isCertain = (total: number): boolean => {
    if (seen < window) return true;
    if (sort === 'total-asc') return total < withFee(most);
    return sort !== 'total-desc' || total > withFee(least) + HIGHEST_RATE;
  };
  return passing.filter(([, total]) => isCertain(total)).map(([id]) => id);
};

type Condition = { sql: string; values: Knex.Value[] };

const conditionsOf = (filters: ListingFilters, terms: readonly Term[]): Condition => {
  const { minPrice, maxPrice, minTotal, maxTotal } = filters;
  const all: Condition[] = facetsOf(filters).map(({ facet, values }) => ({
    sql: `l.${facet} = ANY(?)`,
    values: [values],
  }));
  if (minPrice !== undefined) all.push({ sql: 'l.price >= ?', values: [minPrice] });
  if (maxPrice !== undefined) all.push({ sql: 'l.price <= ?', values: [maxPrice] });
  if (minTotal !== undefined) all.push({ sql: 'l.total >= ?', values: [minTotal] });
  if (maxTotal !== undefined) all.push({ sql: 'l.total <= ?', values: [maxTotal] });
  for (const { query } of terms) all.push({ sql: 'l.words @@ ?::tsquery', values: [query] });
  return { sql: ['true', ...all.map(({ sql }) => sql)].join(' AND '), values: all.flatMap(({ values }) => values) };
};

/** What is known without looking: how many have some facets, or a single word. */
const readTotal = async (db: Knex, filters: ListingFilters, terms: readonly Term[]): Promise<number | undefined> => {
  const facets = facetsOf(filters).length;
  const { minPrice, maxPrice, minTotal, maxTotal } = filters;
  if ([minPrice, maxPrice, minTotal, maxTotal].some((bound) => bound !== undefined)) return;
  if (facets > 0 && terms.length > 0) return;
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

  const { page, limit, sort, destination } = filters;
  const [offset, order] = [(page - 1) * limit, ORDER[sort]];
  const where = conditionsOf(filters, terms);
  const rarest = terms.toSorted((one, other) => one.most - other.most).find(({ most }) => most < window);
  const inAll = totalFor(destination);
  const [total, looked] = await Promise.all([
    readTotal(db, filters, terms),
    db.raw<{ rows: [Looked] }>(
      `SELECT coalesce(json_agg(json_build_array(l.id, l.total) ORDER BY ${order}) FILTER (WHERE ${where.sql}), '[]') AS passing,
              count(*)::int AS seen, min(l.price) AS least, max(l.price) AS most
         FROM (SELECT l.*, ${inAll.sql} AS total FROM read_listings.listings l WHERE status = 'active'
               ${rarest ? 'AND words @@ ?::tsquery' : `ORDER BY ${LOOKED_AT[sort]}`} LIMIT ?) l`,
      [...where.values, ...inAll.values, ...(rarest ? [rarest.query] : []), window],
    ),
  ]);
  const [{ seen }] = looked.rows;
  const ids = certainOf(looked.rows[0], sort, window);
  const shown = ids.slice(offset, offset + limit);
  const { rows } = await db.raw<{ rows: ShownRow[] }>(
    `${shownWhere('l.id = ANY(?)')} ORDER BY array_position(?::text[], l.id)`,
    [shown, shown],
  );
  const complete = seen < window || (total !== undefined && ids.length >= Math.min(total, offset + limit));
  const mended = terms.flatMap((term) => term.mended ?? []);
  return { rows, total: seen < window ? ids.length : (total ?? ids.length), partial: !complete, mended };
};
