import type { Knex } from 'knex';
import type { Listing, ListingFilters, ListingPage } from '#application/contract/listings.ts';
import { findFranchise } from '#domain/catalogue/franchises.ts';
import type { AccountId, ListingId } from '#domain/shared/ids.ts';
import { toEuros } from '#domain/shared/money.ts';
import { ERASED } from './accounts.ts';
import type { ListingRow } from './listings/row.ts';
import { readSearch, type Search } from './listings/search.ts';

type Joined = ListingRow & {
  username: string | null;
  reputation: number | null;
  rating_count: number | null;
  joined_at: number | null;
  badge: Listing['badge'];
};

const badgeOf = (sale: string): string => `CASE
  WHEN ${sale}.disputed THEN 'Disputed'
  WHEN ${sale}.status = 'COMPLETED' THEN 'Completed'
  WHEN ${sale}.status IN ('IN_ESCROW', 'ESCROW_COMPLETED', 'READY_FOR_PAYOUT', 'PAYOUT_INITIATED') THEN 'Shipped' END`;

/** The rows of `page` with their sellers and sales; `order` is said again because a join keeps none. */
const join = (page: string, order = 'l.posted_at DESC, l.id DESC'): string => `
  SELECT l.*, a.username, a.reputation, a.rating_count, a.joined_at, ${badgeOf('s')} AS badge
    FROM (${page}) l
    LEFT JOIN read_accounts.accounts a ON a.id = l.seller_id
    LEFT JOIN read_transactions.sales s ON s.id = l.sold_to
   ORDER BY ${order}`;

const asListing = (row: Joined): Listing => ({
  _id: row.id,
  id: row.id,
  title: row.title,
  franchise: row.franchise,
  franchiseName: findFranchise(row.franchise)?.name ?? row.franchise,
  mainFaction: row.main_faction,
  subfaction: row.subfaction,
  condition: row.condition,
  paintQuality: row.paint_quality,
  price: toEuros(row.price),
  description: row.description,
  status: row.status,
  reserved: row.status === 'active' && row.reserved_by !== null,
  badge: row.badge,
  disclaimerAccepted: row.disclaimer_accepted,
  images: row.images,
  location: row.country,
  posted: new Date(row.posted_at).toISOString(),
  seller: {
    _id: row.seller_id,
    username: row.username ?? ERASED,
    reputation: row.reputation ?? 0,
    ratingCount: row.rating_count ?? 0,
    joinDate: row.joined_at === null ? null : new Date(row.joined_at).toISOString(),
  },
});

type Condition = { sql: string; values: Knex.Value[] };

const facetConditions = (filters: ListingFilters): Condition[] => {
  const conditions: Condition[] = [];
  if (filters.franchise)
    conditions.push({ sql: 'franchise = ?', values: [findFranchise(filters.franchise)?.id ?? filters.franchise] });
  if (filters.faction) conditions.push({ sql: 'main_faction = ?', values: [filters.faction] });
  if (filters.condition) conditions.push({ sql: 'condition = ?', values: [filters.condition] });
  if (filters.country.length > 0) conditions.push({ sql: 'country = ANY(?)', values: [filters.country] });
  return conditions;
};

const priceConditions = ({ minPrice, maxPrice }: ListingFilters): Condition[] => [
  ...(minPrice === undefined ? [] : [{ sql: 'price >= ?', values: [minPrice] }]),
  ...(maxPrice === undefined ? [] : [{ sql: 'price <= ?', values: [maxPrice] }]),
];

const whereAll = (conditions: readonly Condition[]): Condition => ({
  sql: conditions.map(({ sql }) => ` AND ${sql}`).join(''),
  values: conditions.flatMap(({ values }) => values),
});

const ORDER = {
  newest: ['l.posted_at DESC, l.id DESC', 'l.posted_at, l.id'],
  'price-asc': ['l.price, l.id', 'l.price DESC, l.id DESC'],
  'price-desc': ['l.price DESC, l.id DESC', 'l.price, l.id'],
} as const;

/** Exact. Facets alone and a single whole word are answered from kept counts, anything else is counted. */
const countAll = async (
  db: Knex,
  filters: ListingFilters,
  search: Search | undefined,
  where: Condition,
): Promise<number> => {
  if (search?.known !== undefined && where.values.length === 1) return search.known;
  if (search === undefined && filters.minPrice === undefined && filters.maxPrice === undefined) {
    const { rows } = await db.raw(
      `SELECT coalesce(sum(n), 0)::int AS n FROM read_listings.facets WHERE true${where.sql}`,
      where.values,
    );
    return rows[0].n;
  }
  const { rows } = await db.raw(
    `SELECT count(*)::int AS n FROM read_listings.listings WHERE status = 'active'${where.sql}`,
    where.values,
  );
  return rows[0].n;
};

/** The active listings that pass all filters; reserved ones stay, flagged. A page beyond the last one is empty. */
export const findListings = async (db: Knex, filters: ListingFilters): Promise<ListingPage> => {
  const { page, limit, sort } = filters;
  const search = await readSearch(db, filters.search);
  if (search === null) return { listings: [], hasMore: false, totalPages: 0, total: 0, currentPage: page };

  const where = whereAll([
    ...facetConditions(filters),
    ...priceConditions(filters),
    ...(search === undefined ? [] : [{ sql: 'words @@ ?::tsquery', values: [search.tsquery] }]),
  ]);
  const offset = (page - 1) * limit;
  const readPage = async (order: string, skip: number, take: number): Promise<Joined[]> => {
    const rows = `SELECT * FROM read_listings.listings l WHERE status = 'active'${where.sql} ORDER BY ${order} LIMIT ? OFFSET ?`;
    return (await db.raw<{ rows: Joined[] }>(join(rows, order), [...where.values, take, skip])).rows;
  };
  const [forwards, backwards] = ORDER[sort];
  let total: number;
  let rows: Joined[];
  if (page <= 10) {
    [total, rows] = await Promise.all([countAll(db, filters, search, where), readPage(forwards, offset, limit)]);
  } else {
    total = await countAll(db, filters, search, where);
    const left = Math.max(0, total - offset);
    const take = Math.min(limit, left);
    // A page nearer to the end is read from there.
    if (take === 0) rows = [];
    else if (offset <= total / 2) rows = await readPage(forwards, offset, take);
    else rows = (await readPage(backwards, left - take, take)).reverse();
  }
  return {
    listings: rows.map(asListing),
    hasMore: offset + rows.length < total && rows.length > 0,
    totalPages: Math.ceil(total / limit),
    total,
    currentPage: page,
  };
};

/** Also sold and archived ones; undefined for unknown ones and those that staff removed. */
export const listingById = async (db: Knex, id: ListingId): Promise<Listing | undefined> => {
  const { rows } = await db.raw<{ rows: Joined[] }>(
    join('SELECT * FROM read_listings.listings WHERE id = ? AND NOT removed'),
    [id],
  );
  return rows[0] && asListing(rows[0]);
};

/** Newest first, in every status but removed. */
export const listingsOfSeller = async (db: Knex, seller: AccountId): Promise<Listing[]> => {
  const { rows } = await db.raw<{ rows: Joined[] }>(
    join('SELECT * FROM read_listings.listings WHERE seller_id = ? AND NOT removed'),
    [seller],
  );
  return rows.map(asListing);
};
