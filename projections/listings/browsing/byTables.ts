import type { Knex } from 'knex';
import type {
  FacetCounts,
  ListingCursor,
  ListingFilters,
  Mended,
  Nearest,
} from '#application/contract/listingSearch.ts';
import { HIGHEST_RATE } from '#domain/accounts/shippingRateLimits.ts';
import { zoneFromAbroad } from '#domain/transactions/allIn.ts';
import { platformFee } from '#domain/transactions/fees.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';
import { COUNTED, FACETS, facetCounts, facetsOf } from '../search/facets.ts';
import { type ShownRow, shownWhere } from '../shown.ts';
import { type Condition, countsOf, nearestTo, passing, type ScannedListing } from './scannedListings.ts';
import { asTsquery, byRelevance, hasAllInTitle, readSearch, type Term } from './search.ts';

/** `partial`: only part was read. The listings shown are right, and `total` is a lower bound. */
export type Page = {
  rows: ShownRow[];
  total: number;
  /** Undefined on the last page. */
  next: ListingCursor | undefined;
  partial: boolean;
  mended: Mended[];
  facets: FacetCounts | undefined;
  nearest: Nearest[];
};

/** The most listings read, which takes a few milliseconds. */
const WINDOW = 1_000;

const ORDER = {
  newest: 'l.posted_at DESC, l.id DESC',
  'price-asc': 'l.price, l.id',
  'price-desc': 'l.price DESC, l.id DESC',
} as const;

/** No index sorts by total, so the cheapest or dearest items are read instead. */
const ORDER_READ = {
  ...ORDER,
  relevance: ORDER.newest,
  'total-asc': ORDER['price-asc'],
  'total-desc': ORDER['price-desc'],
} as const;

/** The order of the listings shown. */
const ORDER_SHOWN = { ...ORDER_READ, 'total-asc': 'l.total, l.id', 'total-desc': 'l.total DESC, l.id DESC' } as const;

type Sql = { sql: string; values: Knex.Value[] };

/** What a buyer at the destination pays in all, by the domain's formula. */
const totalFor = (destination: string | undefined): Sql => {
  const abroad = destination === undefined ? undefined : zoneFromAbroad(destination);
  if (destination === undefined || !abroad) return { sql: 'l.price', values: [] };
  const { feePercent, fixedFee } = CURRENT_TERMS;
  const fee = `(l.price * ${feePercent} + 50) / 100 + ${fixedFee}`;
  return {
    sql: `l.price + ${fee} + CASE l.country WHEN ? THEN l.domestic ELSE l.${abroad} END`,
    values: [destination],
  };
};

/** Cents, or epoch ms. */
const sortValue = ({ price, total, posted_at }: ScannedListing, sort: ListingFilters['sort']): number => {
  if (sort.startsWith('price')) return price;
  return sort.startsWith('total') ? total : posted_at;
};

const isAfter =
  ({ tier, value, id }: ListingCursor, sort: ListingFilters['sort']) =>
  (one: { listing: ScannedListing; tier: number }): boolean => {
    if (one.tier !== tier) return one.tier > tier;
    const difference = sortValue(one.listing, sort) - value || (one.listing.id < id ? -1 : Number(one.listing.id > id));
    return sort.endsWith('-asc') ? difference > 0 : difference < 0;
  };

/**
 * The listings whose place is certain. A dearer item that was not read may cost less in all, and a cheaper one more.
 * By relevance, only listings with all words in the title come before unread ones.
 */
const certainOf = (
  looked: readonly ScannedListing[],
  sort: ListingFilters['sort'],
  terms: readonly Term[],
): ScannedListing[] => {
  const found = passing(looked);
  if (sort === 'relevance') return found.filter(({ title }) => hasAllInTitle(title, terms));
  const withFee = (price: number) => price + platformFee(price, CURRENT_TERMS);
  const prices = looked.map(({ price }) => price);
  const least = withFee(Math.min(...prices)) + HIGHEST_RATE;
  const most = withFee(Math.max(...prices));
  if (sort === 'total-asc') return found.filter(({ total }) => total < most);
  if (sort === 'total-desc') return found.filter(({ total }) => total > least);
  return found;
};

const conditionsOf = (filters: ListingFilters, terms: readonly Term[]): (Condition & Sql)[] => {
  const { minPrice, maxPrice, minTotal, maxTotal } = filters;
  const between = (column: string, least: number | undefined, most: number | undefined): Sql => ({
    sql: `l.${column} BETWEEN ?::bigint AND ?::bigint`,
    values: [least ?? 0, most ?? Number.MAX_SAFE_INTEGER],
  });
  return [
    ...facetsOf(filters).map(({ facet, values }) => ({ about: facet, sql: `l.${facet} = ANY(?)`, values: [values] })),
    ...terms.map((term) => {
      const query = asTsquery(term);
      const sql = query === undefined ? 'false' : 'l.words @@ ?::tsquery';
      return { about: { word: term.word }, sql, values: query === undefined ? [] : [query] };
    }),
    ...(minPrice === undefined && maxPrice === undefined
      ? []
      : [{ about: 'price' as const, ...between('price', minPrice, maxPrice) }]),
    ...(minTotal === undefined && maxTotal === undefined
      ? []
      : [{ about: 'total' as const, ...between('total', minTotal, maxTotal) }]),
  ];
};

/** The kept total of some facets, or of a single word. */
const readTotal = async (db: Knex, filters: ListingFilters, terms: readonly Term[]): Promise<number | undefined> => {
  const facets = facetsOf(filters);
  const { minPrice, maxPrice, minTotal, maxTotal } = filters;
  if ([minPrice, maxPrice, minTotal, maxTotal].some((bound) => bound !== undefined)) return;
  if (facets.some(({ facet }) => !COUNTED.includes(facet)) || (facets.length > 0 && terms.length > 0)) return;
  const [only, another] = terms;
  if (only) return only.exact && !another ? only.most : undefined;
  const { rows } = await db.raw(
    `SELECT coalesce(sum(n), 0)::int AS n FROM read_listings.facets l
      WHERE ${['true', ...facets.map(({ facet }) => `l.${facet} = ANY(?)`)].join(' AND ')}`,
    facets.map(({ values }) => values),
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
  const nothing = { rows: [], total: 0, next: undefined, mended: [], facets: undefined, nearest: [] };
  if (terms === 'unknown') return { ...nothing, partial: true };

  const { limit, destination } = filters;
  const sort = filters.sort === 'relevance' && words.length === 0 ? 'newest' : filters.sort;
  const conditions = conditionsOf(filters, terms);
  const inAll = totalFor(destination);
  const lookThrough = async (rare: string | undefined): Promise<ScannedListing[]> => {
    const { rows } = await db.raw<{ rows: ScannedListing[] }>(
      `SELECT ${['id', 'price', 'total', 'posted_at', 'title', ...(filters.facets ? FACETS : [])].map((column) => `l.${column}`).join(', ')},
              ARRAY[${conditions.map(({ sql }) => `(${sql})`).join(', ')}]::boolean[] AS holds
         FROM (SELECT l.*, ${inAll.sql} AS total FROM read_listings.listings l WHERE status = 'active'
               ${rare === undefined ? `ORDER BY ${ORDER_READ[sort]}` : 'AND words @@ ?::tsquery'} LIMIT ?) l
        ORDER BY ${ORDER_SHOWN[sort]}`,
      [...conditions.flatMap(({ values }) => values), ...inAll.values, ...(rare === undefined ? [] : [rare]), window],
    );
    return rows;
  };
  const rarest = terms.toSorted((one, other) => one.most - other.most).find(({ most }) => most < window);
  const rare = rarest && asTsquery(rarest);
  const [total, looked] = await Promise.all([readTotal(db, filters, terms), lookThrough(rare)]);
  const all = looked.length < window;
  const matches = passing(looked);
  const found = all ? matches : certainOf(looked, sort, terms);
  const offset = (filters.page - 1) * limit;
  const standing = sort === 'relevance' ? byRelevance(found, terms) : found.map((listing) => ({ listing, tier: 0 }));
  const { cursor } = filters;
  const left = cursor ? standing.filter(isAfter(cursor, sort)) : standing.slice(offset);
  const page = left.slice(0, limit);
  const shown = page.map(({ listing }) => listing.id);
  const last = left.length > limit ? page.at(-1) : undefined;
  const { rows } = await db.raw<{ rows: ShownRow[] }>(
    `${shownWhere('l.id = ANY(?)')} ORDER BY array_position(?::text[], l.id)`,
    [shown, shown],
  );
  const complete = all || (total !== undefined && found.length >= Math.min(total, offset + limit));
  const everything = all && matches.length === 0 && rare !== undefined ? await lookThrough(undefined) : looked;
  return {
    rows,
    total: all ? matches.length : (total ?? found.length),
    next: last && { tier: last.tier, value: sortValue(last.listing, sort), id: last.listing.id },
    partial: !complete,
    mended: terms.flatMap((term) => term.mended ?? []),
    facets: filters.facets && all ? facetCounts(countsOf(looked, conditions)) : undefined,
    nearest:
      matches.length === 0 && everything.length < window ? nearestTo(everything, conditions, filters.search ?? '') : [],
  };
};
