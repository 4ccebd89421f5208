import type { Knex } from 'knex';
import type { Listing } from '#application/contract/listings.ts';
import type { AroundListing, SellerOffers } from '#application/contract/sellers.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { parseEuros } from '#domain/shared/money.ts';
import { asListing, type ShownRow, shownWhere } from './shown.ts';

/** Of each kind beside a listing. */
const BESIDE = 6;

const ON_OFFER = "l.status = 'active' AND NOT l.removed";

/** `total`: counted at the same moment. */
export const offersOfSeller = async (
  db: Knex,
  seller: AccountId,
  { page, limit }: { page: number; limit: number },
): Promise<SellerOffers> => {
  const { rows } = await db.raw<{ rows: ShownRow[] }>(
    `${shownWhere(`l.seller_id = ? AND ${ON_OFFER}`)} ORDER BY l.posted_at DESC, l.id DESC LIMIT ? OFFSET ?`,
    [seller, limit, (page - 1) * limit],
  );
  const counted = await db.raw<{ rows: [{ total: number }] }>(
    `SELECT count(*)::int AS total FROM read_listings.listings l WHERE l.seller_id = ? AND ${ON_OFFER}`,
    [seller],
  );
  const [{ total }] = counted.rows;
  const hasMore = rows.length > 0 && (page - 1) * limit + rows.length < total;
  return { listings: rows.map(asListing), total, currentPage: page, hasMore };
};

const besidesOf = async (db: Knex, { _id, seller }: Listing): Promise<Listing[]> => {
  const { rows } = await db.raw<{ rows: ShownRow[] }>(
    `${shownWhere(`l.seller_id = ? AND l.id <> ? AND ${ON_OFFER} AND l.reserved_by IS NULL`)}
      ORDER BY l.posted_at DESC, l.id DESC LIMIT ?`,
    [seller._id, _id, BESIDE],
  );
  return rows.map(asListing);
};

/** In each direction from its price no more than are shown are read, by the index of what is on offer. */
const nearest = (faction: '=' | '<>'): string => {
  const direction = (side: '<' | '>=', order: 'DESC' | 'ASC') => `
    (SELECT id, price FROM read_listings.listings l
      WHERE franchise = :franchise AND main_faction ${faction} :faction AND price ${side} :price AND ${ON_OFFER}
        AND reserved_by IS NULL AND seller_id <> :seller
      ORDER BY price ${order}, id LIMIT :most)`;
  return `${direction('<', 'DESC')} UNION ALL ${direction('>=', 'ASC')}`;
};

/** On offer from others: of its faction first, then of its game, each by how near its price is. */
const similarTo = async (db: Knex, { franchise, mainFaction, price, seller }: Listing): Promise<Listing[]> => {
  const asked = { franchise, faction: mainFaction, price: parseEuros(price) ?? 0, seller: seller._id, most: BESIDE };
  const { rows: found } = await db.raw<{ rows: { id: string }[] }>(
    `SELECT id FROM (SELECT 0 AS far, * FROM (${nearest('=')}) same UNION ALL SELECT 1, * FROM (${nearest('<>')}) other) near
      ORDER BY far, abs(price - :price), id LIMIT :most`,
    asked,
  );
  const ids = found.map(({ id }) => id);
  const { rows } = await db.raw<{ rows: ShownRow[] }>(
    `${shownWhere('l.id = ANY(?)')} ORDER BY array_position(?::text[], l.id::text)`,
    [ids, ids],
  );
  return rows.map(asListing);
};

/** @param listing that is shown to everybody: on offer or sold */
export const aroundListing = async (db: Knex, listing: Listing): Promise<AroundListing> => {
  const [ofSeller, similar] = await Promise.all([besidesOf(db, listing), similarTo(db, listing)]);
  return { ofSeller, similar };
};
