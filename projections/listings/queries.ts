import type { Knex } from 'knex';
import type { ListingFilters, ListingPage } from '#application/contract/listingSearch.ts';
import type { Listing } from '#application/contract/listings.ts';
import type { AccountId, ListingId, TransactionId } from '#domain/shared/ids.ts';
import { readPage } from './browsing/byTables.ts';
import { lookUpPage } from './browsing/lookUp.ts';
import { wantedWords } from './browsing/search.ts';
import { followOffers, type Offers } from './search/followListings.ts';
import { writeCursor } from './search/place.ts';
import { asListing, type ShownRow, shownWhere } from './shown.ts';

const following = new WeakMap<Knex, Offers>();
/** What is on offer in this process's memory, one per pool; large marketplaces are read on the first search. */
const offersOf = (db: Knex): Offers => {
  const known = following.get(db) ?? followOffers(db);
  following.set(db, known);
  return known;
};

/** Reads what is on offer into memory now rather than beside the first searches. */
export const prepareListings = (db: Knex): Promise<void> => offersOf(db).load();

/** Signs alone are no word, so nothing has them. */
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

/** The active listings that pass all filters; reserved ones stay, flagged. A page beyond the last one is empty. */
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

/** Also sold and archived ones; undefined for unknown ones and those that staff removed. */
export const listingById = async (db: Knex, id: ListingId): Promise<Listing | undefined> =>
  (await readShown(db, 'l.id = ?', id))[0];

/** In any order; those that staff removed are missing. */
export const listingsByIds = async (db: Knex, ids: readonly ListingId[]): Promise<Listing[]> =>
  ids.length === 0 ? [] : readShown(db, 'l.id = ANY(?)', [...ids]);

/** The sale that has the listing now, if `account` is its buyer or its seller: nobody else is told. */
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

/** Newest first, in every status but removed. */
export const listingsOfSeller = (db: Knex, seller: AccountId): Promise<Listing[]> =>
  readShown(db, 'l.seller_id = ?', seller);

/** Likewise, and those that staff removed: for the file about oneself. */
export const everyListingOfSeller = (db: Knex, seller: AccountId): Promise<Listing[]> =>
  readAll(db, 'l.seller_id = ?', seller);

/** In every status, and those that staff removed. */
export const idsOfSeller = (db: Knex, seller: AccountId): Promise<ListingId[]> =>
  db('read_listings.listings').where({ seller_id: seller }).orderBy('id').pluck('id');

/** Those of these listings that staff took off the market. */
export const removedAmong = async (db: Knex, listings: readonly ListingId[]): Promise<ReadonlySet<ListingId>> =>
  new Set(
    listings.length === 0
      ? []
      : await db('read_listings.listings').whereIn('id', listings).where({ removed: true }).pluck('id'),
  );
