import type { Knex } from 'knex';
import type { Listing } from '#application/contract/listings.ts';
import type { AroundListing, SellerOffers } from '#application/contract/sellerPages.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import { type Cents, parseEuros } from '#domain/shared/money.ts';
import { asListing, type ShownRow, shownWhere } from './shown.ts';

/** The number of listings of each kind. */
const MOST_SHOWN = 6;

const ON_OFFER = "l.status = 'active' AND NOT l.removed";

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

const othersOfSeller = async (db: Knex, { _id, seller }: Listing): Promise<Listing[]> => {
  const { rows } = await db.raw<{ rows: ShownRow[] }>(
    `${shownWhere(`l.seller_id = ? AND l.id <> ? AND ${ON_OFFER} AND l.reserved_by IS NULL`)}
      ORDER BY l.posted_at DESC, l.id DESC LIMIT ?`,
    [seller._id, _id, MOST_SHOWN],
  );
  return rows.map(asListing);
};

type Side = readonly ['<', 'DESC'] | readonly ['>=', 'ASC'];
type PriceTarget = { franchise: string; faction: string; price: Cents; seller: AccountId };

/** In each direction from the price. */
const LOOKED_THROUGH = 5_000;

const ofFaction = (_: Side): string => '(SELECT * FROM read_listings.listings WHERE main_faction = :faction)';

/** Reads only the nearest prices, so that a rare game costs no more than a common one. */
const ofOthers = ([side, order]: Side): string => `
  (SELECT * FROM (SELECT * FROM read_listings.listings WHERE status = 'active' AND price ${side} :price
                   ORDER BY price ${order}, id LIMIT ${LOOKED_THROUGH}) near
    WHERE main_faction <> :faction)`;

/** Ids, nearest price first. */
const nearest = async (
  db: Knex,
  among: (side: Side) => string,
  wanted: PriceTarget,
  most: number,
): Promise<string[]> => {
  const towards = (way: Side) => `
    (SELECT id, price FROM ${among(way)} l
      WHERE franchise = :franchise AND price ${way[0]} :price AND ${ON_OFFER} AND reserved_by IS NULL AND seller_id <> :seller
      ORDER BY price ${way[1]}, id LIMIT :most)`;
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `SELECT id FROM (${towards(['<', 'DESC'])} UNION ALL ${towards(['>=', 'ASC'])}) near
      ORDER BY abs(price - :price), id LIMIT :most`,
    { ...wanted, most },
  );
  return rows.map(({ id }) => id);
};

/** Listings of other sellers: first of the same faction, then of the same game, each by nearest price. */
const similarTo = async (db: Knex, { franchise, mainFaction, price, seller }: Listing): Promise<Listing[]> => {
  const wanted = { franchise, faction: mainFaction, price: parseEuros(price) ?? 0, seller: seller._id };
  const same = await nearest(db, ofFaction, wanted, MOST_SHOWN);
  const others = same.length < MOST_SHOWN ? await nearest(db, ofOthers, wanted, MOST_SHOWN - same.length) : [];
  const ids = [...same, ...others];
  const { rows } = await db.raw<{ rows: ShownRow[] }>(
    `${shownWhere('l.id = ANY(?)')} ORDER BY array_position(?::text[], l.id::text)`,
    [ids, ids],
  );
  return rows.map(asListing);
};

/** @param listing on offer or sold, so everybody may see it */
export const aroundListing = async (db: Knex, listing: Listing): Promise<AroundListing> => {
  const [ofSeller, similar] = await Promise.all([othersOfSeller(db, listing), similarTo(db, listing)]);
  return { ofSeller, similar };
};
