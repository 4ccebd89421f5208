import type { Knex } from 'knex';
import type { PriceOffer, PriceOfferPage, PriceOfferQuery } from '#application/contract/priceOffers.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import type { ShippingTerms } from '#domain/listings/commands.ts';
import type { ListingEvent, PriceOfferEnd, PriceOfferStage } from '#domain/listings/events.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId, ListingId } from '#domain/shared/ids.ts';
import type { ListingImage } from '#domain/shared/listingImage.ts';
import { toEuros } from '#domain/shared/money.ts';
import { documentProjection } from '../engine/documentProjection.ts';
import { idOf } from '../engine/rows.ts';

/** Sums in cents, instants in epoch ms. `ended`: why; null while it is open. */
type PriceOfferRow = {
  id: string;
  listing_id: string;
  buyer_id: string;
  seller_id: string;
  price: number;
  proposed: number;
  stage: PriceOfferStage;
  ended: PriceOfferEnd | null;
  until: number;
  proposed_at: number;
  changed_at: number;
  /** The agreed shipping terms; null before an agreement, and for agreements of an earlier release. */
  shipping: ShippingTerms | null;
};

type PriceOfferEvent = Recorded<Extract<ListingEvent, { type: `PriceProp${string}` }>>;

const evolve = (before: PriceOfferRow | undefined, { type, stream, data }: PriceOfferEvent): PriceOfferRow => {
  if (type === 'PriceProposed') {
    const { at, proposalId, buyerId, sellerId, price, until } = data;
    const parties = { listing_id: idOf(stream), buyer_id: buyerId, seller_id: sellerId };
    const terms = { price, proposed: price, stage: 'proposed', ended: null, until } as const;
    return { id: proposalId, ...parties, ...terms, proposed_at: at, changed_at: at, shipping: null };
  }
  if (!before) throw new Error(`${type} for a price offer that was never made`);
  const now = { ...before, price: data.price, changed_at: data.at };
  if (type === 'PriceProposalEnded') return { ...now, stage: data.stage, ended: data.why };
  if (type === 'PriceProposalCountered') return { ...now, stage: 'countered', until: data.until };
  const { rates, sellerCountry, until } = data;
  const shipping = rates && sellerCountry !== undefined ? { rates, sellerCountry } : null;
  return { ...now, stage: 'accepted', until, shipping };
};

export const priceOffers = documentProjection<PriceOfferEvent, { proposals: PriceOfferRow }>({
  name: 'proposals',
  version: 2,
  handles: ['PriceProposed', 'PriceProposalCountered', 'PriceProposalAccepted', 'PriceProposalEnded'],
  create: async (db, schema) => {
    await db.raw(`CREATE TABLE ${schema}.proposals (
      id text COLLATE "C" PRIMARY KEY, listing_id text COLLATE "C" NOT NULL, buyer_id text COLLATE "C" NOT NULL, seller_id text COLLATE "C" NOT NULL,
      price int NOT NULL, proposed int NOT NULL, stage text NOT NULL, ended text, until bigint NOT NULL,
      proposed_at bigint NOT NULL, changed_at bigint NOT NULL, shipping json)`);
    await db.raw(`CREATE INDEX proposals_buyer ON ${schema}.proposals (buyer_id, changed_at DESC)`);
    await db.raw(`CREATE INDEX proposals_seller ON ${schema}.proposals (seller_id, changed_at DESC)`);
    await db.raw(
      `CREATE INDEX proposals_agreed ON ${schema}.proposals (listing_id) WHERE stage = 'accepted' AND ended IS NULL`,
    );
  },
  tables: { proposals: { key: ['id'], load: { id: (events) => events.map(({ data }) => data.proposalId) } } },
  evolve: ({ proposals }, event) => proposals.put(evolve(proposals.get(event.data.proposalId), event)),
});

/** SQL over price offers `p` and their listings `l`: whether an account has to answer the offer, or can buy at the agreed price. */
export const waitsFor = (account: string): string =>
  `p.ended IS NULL AND (p.seller_id = ${account} AND p.stage = 'proposed'
    OR p.buyer_id = ${account} AND (p.stage = 'countered' OR p.stage = 'accepted' AND l.reserved_by IS NULL))`;

type PriceOfferWithListing = PriceOfferRow & {
  title: string;
  images: ListingImage[];
  asked: number;
  reserved_by: string | null;
  removed: boolean;
  username: string | null;
};

/** A seller of many listings may have more open offers than anybody reads. */
const OPEN_SHOWN = 300;

const iso = (at: number): string => new Date(at).toISOString();

const asPriceOffer = (row: PriceOfferWithListing, reader: AccountId): PriceOffer => ({
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

/** `rest`: SQL over price offers `p` and their listings `l`, with `:reader`. */
const read = async (
  db: Knex,
  reader: AccountId,
  rest: string,
  bindings: Record<string, number> = {},
): Promise<PriceOffer[]> => {
  const { rows } = await db.raw<{ rows: PriceOfferWithListing[] }>(
    `SELECT p.*, l.title, l.images, l.price AS asked, l.reserved_by, l.removed, a.username
       FROM read_proposals.proposals p
       JOIN read_listings.listings l ON l.id = p.listing_id
       LEFT JOIN read_accounts.accounts a ON a.id = CASE WHEN p.buyer_id = :reader THEN p.seller_id ELSE p.buyer_id END
      WHERE ${rest}`,
    { reader, ...bindings },
  );
  return rows.map((row) => asPriceOffer(row, reader));
};

const OF_READER = '(p.buyer_id = :reader OR p.seller_id = :reader)';

/** As buyer and as seller, the first to expire first. */
export const openPriceOffersOf = (db: Knex, reader: AccountId): Promise<PriceOffer[]> =>
  read(db, reader, `${OF_READER} AND p.ended IS NULL ORDER BY p.until, p.id LIMIT ${OPEN_SHOWN}`);

/** As buyer and as seller, last changed first. */
export const priceOffersOf = (db: Knex, reader: AccountId): Promise<PriceOffer[]> =>
  read(db, reader, `${OF_READER} ORDER BY p.changed_at DESC, p.id`);

/** First the offers that wait for the reader, then other open ones (each by expiry), then ended ones, newest first. */
export const priceOfferPageOf = async (
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

/** The price (cents) that the seller and this buyer agreed on, reserved until `until` (epoch ms). */
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
