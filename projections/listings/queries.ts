import type { Knex } from 'knex';
import type { CaseFile } from '#application/contract/cases.ts';
import type { ListingFilters, ListingPage } from '#application/contract/listingSearch.ts';
import type { Listing } from '#application/contract/listings.ts';
import type { AccountId, ListingId, TransactionId } from '#domain/shared/ids.ts';
import { readPage } from './browsing/byTables.ts';
import { lookUpPage } from './browsing/lookUp.ts';
import { wantedWords } from './browsing/search.ts';
import { followOffers, type Offers } from './search/followListings.ts';
import { writeCursor } from './search/readOff.ts';
import { asListing, type ShownRow, shownWhere } from './shown.ts';

const following = new WeakMap<Knex, Offers>();
/** The search index of this process, one per pool. */
const offersOf = (db: Knex): Offers => {
  const known = following.get(db) ?? followOffers(db);
  following.set(db, known);
  return known;
};

/** Loads the index now, instead of during the first searches. */
export const prepareListings = (db: Knex): Promise<void> => offersOf(db).load();

/** A search without any word, such as punctuation, finds nothing. */
const findNothing = async (db: Knex, filters: ListingFilters, offers: Offers): Promise<ListingPage> => {
  const { total } = await findListings(
    db,
    { ...filters, search: undefined, cursor: undefined, page: 1, limit: 1 },
    offers,
  );
  const nothing = { listings: [], hasMore: false, next: null, totalPages: 0, total: 0, partial: false, mended: [] };
  const nearest = total > 0 ? [{ without: 'search' as const, search: '', total }] : [];
  return { ...nothing, currentPage: filters.page, nearest };
};

/** Active listings that pass all filters; reserved ones are included and marked. Pages after the last one are empty. */
export const findListings = async (
  db: Knex,
  filters: ListingFilters,
  offers: Offers = offersOf(db),
): Promise<ListingPage> => {
  const { page, limit, cursor } = filters;
  const words = wantedWords(filters.search);
  if (words === null) return findNothing(db, filters, offers);
  const { rows, total, next, partial, mended, facets, nearest } =
    (await lookUpPage(db, offers, filters, words)) ??
    (await readPage(db, filters, words, { typos: !offers.reading() }));
  return {
    listings: rows.map(asListing),
    hasMore: cursor ? next !== undefined : rows.length > 0 && (page - 1) * limit + rows.length < total,
    next: next ? writeCursor(next) : null,
    totalPages: Math.ceil(total / limit),
    total,
    partial,
    mended,
    currentPage: page,
    facets,
    nearest,
  };
};

const readAll = async (db: Knex, condition: string, value: string | string[]): Promise<Listing[]> => {
  const { rows } = await db.raw<{ rows: ShownRow[] }>(`${shownWhere(condition)} ORDER BY l.posted_at DESC, l.id DESC`, [
    value,
  ]);
  return rows.map(asListing);
};

const readShown = (db: Knex, condition: string, value: string | string[]): Promise<Listing[]> =>
  readAll(db, `${condition} AND NOT l.removed`, value);

/** Includes sold and archived listings; undefined if unknown or removed by staff. */
export const listingById = async (db: Knex, id: ListingId): Promise<Listing | undefined> =>
  (await readShown(db, 'l.id = ?', id))[0];

/** In any order, without removed listings. */
export const listingsByIds = async (db: Knex, ids: readonly ListingId[]): Promise<Listing[]> =>
  ids.length === 0 ? [] : readShown(db, 'l.id = ANY(?)', [...ids]);

/** The transaction that holds or bought the listing, for its buyer and seller only. */
export const ownTransactionOf = async (
  db: Knex,
  listing: ListingId,
  account: AccountId,
): Promise<TransactionId | undefined> => {
  const { rows } = await db.raw<{ rows: { id: TransactionId }[] }>(
    `SELECT s.id FROM read_listings.listings l
       JOIN read_transactions.sales s ON s.id = coalesce(l.sold_to, l.reserved_by)
      WHERE l.id = ? AND ? IN (s.buyer_id, s.seller_id)`,
    [listing, account],
  );
  return rows[0]?.id;
};

/** Newest first, without removed listings. */
export const listingsOfSeller = (db: Knex, seller: AccountId): Promise<Listing[]> =>
  readShown(db, 'l.seller_id = ?', seller);

/** Includes removed listings, for the export of personal data. */
export const everyListingOfSeller = (db: Knex, seller: AccountId): Promise<Listing[]> =>
  readAll(db, 'l.seller_id = ?', seller);

/** Includes removed listings. */
export const idsOfSeller = (db: Knex, seller: AccountId): Promise<ListingId[]> =>
  db('read_listings.listings').where({ seller_id: seller }).orderBy('id').pluck('id');

/** Which of these listings staff removed. */
export const removedAmong = async (db: Knex, listings: readonly ListingId[]): Promise<ReadonlySet<ListingId>> =>
  new Set(
    listings.length === 0
      ? []
      : await db('read_listings.listings').whereIn('id', listings).where({ removed: true }).pluck('id'),
  );

/** The number of listings on offer. */
export const activeListingCount = async (db: Knex): Promise<number> => {
  const { rows } = await db.raw('SELECT coalesce(sum(n), 0)::int AS n FROM read_listings.facets');
  return rows[0].n;
};

/** Listings on offer, newest first; `page` starts at 1. An index-only read. */
export const activeListingIds = async (db: Knex, page: number, size: number): Promise<ListingId[]> => {
  const { rows } = await db.raw<{ rows: { id: ListingId }[] }>(
    `SELECT id FROM read_listings.listings WHERE status = 'active' ORDER BY posted_at DESC, id DESC LIMIT ? OFFSET ?`,
    [size, (page - 1) * size],
  );
  return rows.map(({ id }) => id);
};

/** A removed listing stays `removed`, whatever its status. */
export const listingStatusOf = async (db: Knex, id: ListingId): Promise<CaseFile['listingStatus']> => {
  const { rows } = await db.raw<{ rows: { status: CaseFile['listingStatus'] }[] }>(
    "SELECT CASE WHEN removed THEN 'removed' ELSE status END AS status FROM read_listings.listings WHERE id = ?",
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error(`the listing ${id} was never published`);
  return row.status;
};
