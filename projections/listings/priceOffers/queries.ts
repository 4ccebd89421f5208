import type { Knex } from 'knex';
import type { PriceOffer, PriceOfferPage, PriceOfferQuery } from '#application/contract/priceOffers.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId, ListingId } from '#domain/shared/ids.ts';
import type { ListingImage } from '#domain/shared/listingImage.ts';
import { toEuros } from '#domain/shared/money.ts';
import type { PriceOfferRow } from './projection.ts';
import { waitsFor } from './waiting.ts';

type Shown = PriceOfferRow & {
  title: string;
  images: ListingImage[];
  asked: number;
  reserved_by: string | null;
  removed: boolean;
  username: string | null;
};

/** Open ones have bounds of their own; a seller of many listings may still have more than one can look at. */
const OPEN_SHOWN = 300;

const iso = (at: number): string => new Date(at).toISOString();

const asProposal = (row: Shown, reader: AccountId): PriceOffer => ({
  _id: row.id,
  listing: {
    _id: row.listing_id,
    title: row.title,
    image: row.removed ? null : (row.images[0] ?? null),
    price: toEuros(row.asked),
    removed: row.removed,
  },
  side: row.buyer_id === reader ? 'buyer' : 'seller',
  other: { _id: row.buyer_id === reader ? row.seller_id : row.buyer_id, username: row.username ?? ERASED },
  price: toEuros(row.price),
  proposed: toEuros(row.proposed),
  stage: row.stage,
  ended: row.ended,
  beingBought: row.stage === 'accepted' && row.ended === null && row.reserved_by !== null,
  until: iso(row.until),
  proposedAt: iso(row.proposed_at),
  changedAt: iso(row.changed_at),
});

/** `rest`: SQL, of proposals `p` and their listings `l`, with `:reader`. */
const read = async (
  db: Knex,
  reader: AccountId,
  rest: string,
  bindings: Record<string, number> = {},
): Promise<PriceOffer[]> => {
  const { rows } = await db.raw<{ rows: Shown[] }>(
    `SELECT p.*, l.title, l.images, l.price AS asked, l.reserved_by, l.removed, a.username
       FROM read_proposals.proposals p
       JOIN read_listings.listings l ON l.id = p.listing_id
       LEFT JOIN read_accounts.accounts a ON a.id = CASE WHEN p.buyer_id = :reader THEN p.seller_id ELSE p.buyer_id END
      WHERE ${rest}`,
    { reader, ...bindings },
  );
  return rows.map((row) => asProposal(row, reader));
};

const OF_READER = '(p.buyer_id = :reader OR p.seller_id = :reader)';

/** Those of both sides, the nearest end first. */
export const openPriceOffersOf = (db: Knex, reader: AccountId): Promise<PriceOffer[]> =>
  read(db, reader, `${OF_READER} AND p.ended IS NULL ORDER BY p.until, p.id LIMIT ${OPEN_SHOWN}`);

/** Every one of both sides, what changed last first. */
export const priceOffersOf = (db: Knex, reader: AccountId): Promise<PriceOffer[]> =>
  read(db, reader, `${OF_READER} ORDER BY p.changed_at DESC, p.id`);

/** What waits for the reader, what else is open, each with the nearest end first, then what ended last. */
export const proposalPage = async (
  db: Knex,
  reader: AccountId,
  { side, page, limit }: PriceOfferQuery,
): Promise<PriceOfferPage> => {
  const of = `p.${side === 'buyer' ? 'buyer_id' : 'seller_id'} = :reader`;
  const skipped = (page - 1) * limit;
  const [proposals, counted] = await Promise.all([
    read(
      db,
      reader,
      `${of} ORDER BY CASE WHEN p.ended IS NOT NULL THEN 2 WHEN ${waitsFor(':reader')} THEN 0 ELSE 1 END,
         CASE WHEN p.ended IS NULL THEN p.until END, p.changed_at DESC, p.id LIMIT :limit OFFSET :skipped`,
      { limit, skipped },
    ),
    db.raw<{ rows: { n: number }[] }>(
      `SELECT count(*)::int AS n FROM read_proposals.proposals p
         JOIN read_listings.listings l ON l.id = p.listing_id WHERE ${of}`,
      { reader },
    ),
  ]);
  const total = counted.rows[0]!.n;
  return { proposals, total, currentPage: page, hasMore: skipped + proposals.length < total };
};

/** In cents, what its seller and that account have agreed on, and until when it is kept for them (epoch ms). `shipping`: null of an earlier release. */
export const agreedOn = async (
  db: Knex,
  listing: ListingId,
  buyer: AccountId,
): Promise<Pick<PriceOfferRow, 'price' | 'until' | 'shipping'> | undefined> => {
  const { rows } = await db.raw<{ rows: Pick<PriceOfferRow, 'price' | 'until' | 'shipping'>[] }>(
    `SELECT price, until, shipping FROM read_proposals.proposals
      WHERE listing_id = ? AND buyer_id = ? AND stage = 'accepted' AND ended IS NULL`,
    [listing, buyer],
  );
  return rows[0];
};
