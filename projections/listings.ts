import type { Knex } from 'knex';
import type { Listing, ListingFilters, ListingPage } from '#application/contract/listings.ts';
import { findFranchise } from '#domain/catalogue/franchises.ts';
import type { AccountId, ListingId } from '#domain/shared/ids.ts';
import { toEuros } from '#domain/shared/money.ts';
import { ERASED } from './accounts.ts';
import { followOffers, type Offers } from './listings/offers/followOffers.ts';
import type { Facet, OfferIndex } from './listings/offers/offerIndex.ts';
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

/** The facets asked for; a franchise goes by its id or its name. */
const facetsOf = ({ franchise, faction, condition, country }: ListingFilters) =>
  [
    { facet: 'franchise', values: franchise ? [findFranchise(franchise)?.id ?? franchise] : [] },
    { facet: 'main_faction', values: faction ? [faction] : [] },
    { facet: 'condition', values: condition ? [condition] : [] },
    { facet: 'country', values: country },
  ].filter(({ values }) => values.length > 0) as { facet: Facet; values: string[] }[];

const facetConditions = (filters: ListingFilters): Condition[] =>
  facetsOf(filters).map(({ facet, values }) =>
    values.length === 1 ? { sql: `${facet} = ?`, values } : { sql: `${facet} = ANY(?)`, values: [values] },
  );

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

type Page = { rows: Joined[]; total: number };

/** By the tables alone. */
const readPage = async (db: Knex, filters: ListingFilters, search: Search | undefined): Promise<Page> => {
  const { page, limit, sort } = filters;
  const where = whereAll([
    ...facetConditions(filters),
    ...priceConditions(filters),
    ...(search === undefined ? [] : [{ sql: 'words @@ ?::tsquery', values: [search.tsquery] }]),
  ]);
  const offset = (page - 1) * limit;
  const readRows = async (order: string, skip: number, take: number): Promise<Joined[]> => {
    const rows = `SELECT * FROM read_listings.listings l WHERE status = 'active'${where.sql} ORDER BY ${order} LIMIT ? OFFSET ?`;
    return (await db.raw<{ rows: Joined[] }>(join(rows, order), [...where.values, take, skip])).rows;
  };
  const [forwards, backwards] = ORDER[sort];
  if (page <= 10) {
    const [total, rows] = await Promise.all([countAll(db, filters, search, where), readRows(forwards, offset, limit)]);
    return { total, rows };
  }
  const total = await countAll(db, filters, search, where);
  const left = Math.max(0, total - offset);
  const take = Math.min(limit, left);
  if (take === 0) return { total, rows: [] };
  // A page nearer to the end is read from there.
  const rows =
    offset <= total / 2
      ? await readRows(forwards, offset, take)
      : (await readRows(backwards, left - take, take)).reverse();
  return { total, rows };
};

/** By the index, which knows the page and the total; the tables add what is shown. */
const lookUpPage = async (
  db: Knex,
  index: OfferIndex,
  filters: ListingFilters,
  search: Search | undefined,
): Promise<Page> => {
  const { minPrice, maxPrice, sort, page, limit } = filters;
  const { ids, total } = index.find({
    ...{ facets: facetsOf(filters), beginnings: search?.beginnings ?? [] },
    ...{ minPrice, maxPrice, sort, offset: (page - 1) * limit, limit },
  });
  if (ids.length === 0) return { rows: [], total };
  const wanted = `SELECT * FROM read_listings.listings WHERE id = ANY(?) AND status = 'active'`;
  const { rows } = await db.raw<{ rows: Joined[] }>(join(wanted, ORDER[sort][0]), [ids]);
  return { rows, total };
};

const following = new WeakMap<Knex, Offers>();
/** What is on offer in this process's memory, one per pool; large marketplaces are read on the first search. */
const offersOf = (db: Knex): Offers => {
  const known = following.get(db) ?? followOffers(db);
  following.set(db, known);
  return known;
};

/** Reads what is on offer into memory now rather than beside the first searches. */
export const prepareListings = (db: Knex): Promise<void> => offersOf(db).load();

/** The active listings that pass all filters; reserved ones stay, flagged. A page beyond the last one is empty. */
export const findListings = async (
  db: Knex,
  filters: ListingFilters,
  offers: Offers = offersOf(db),
): Promise<ListingPage> => {
  const { page, limit } = filters;
  const [search, index] = await Promise.all([readSearch(db, filters.search), offers.current()]);
  if (search === null) return { listings: [], hasMore: false, totalPages: 0, total: 0, currentPage: page };

  const { rows, total } = index ? await lookUpPage(db, index, filters, search) : await readPage(db, filters, search);
  return {
    listings: rows.map(asListing),
    hasMore: rows.length > 0 && (page - 1) * limit + rows.length < total,
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
