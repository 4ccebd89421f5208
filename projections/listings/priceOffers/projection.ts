import type { Recorded } from '#application/ports/eventCodec.ts';
import type { ShippingTerms } from '#domain/listings/commands.ts';
import type { ListingEvent, PriceOfferEnd, PriceOfferStage } from '#domain/listings/events.ts';
import type { Projection } from '../../engine/projection.ts';
import { byKey, idOf, loadRows, saveRows } from '../../engine/rows.ts';

/** Sums in cents, instants in epoch ms. `ended`: why; null while it is open. */
export type PriceOfferRow = {
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
  /** What an agreement keeps; null before one, and of one that an earlier release wrote. */
  shipping: ShippingTerms | null;
};

type PriceOfferEvent = Extract<ListingEvent, { type: `PriceProp${string}` }>;

const isOfProposal = (event: Recorded): event is Recorded<PriceOfferEvent> => event.type.startsWith('PriceProp');

const rowAfter = (
  before: PriceOfferRow | undefined,
  { type, stream, data }: Recorded<PriceOfferEvent>,
): PriceOfferRow => {
  if (type === 'PriceProposed') {
    const { at, proposalId, buyerId, sellerId, price, until } = data;
    const parties = { listing_id: idOf(stream), buyer_id: buyerId, seller_id: sellerId };
    const terms = { price, proposed: price, stage: 'proposed', ended: null, until } as const;
    return { id: proposalId, ...parties, ...terms, proposed_at: at, changed_at: at, shipping: null };
  }
  if (!before) throw new Error(`${type} of a price that was never proposed`);
  const now = { ...before, price: data.price, changed_at: data.at };
  if (type === 'PriceProposalEnded') return { ...now, stage: data.stage, ended: data.why };
  if (type === 'PriceProposalCountered') return { ...now, stage: 'countered', until: data.until };
  const { rates, sellerCountry, until } = data;
  const shipping = rates && sellerCountry !== undefined ? { rates, sellerCountry } : null;
  return { ...now, stage: 'accepted', until, shipping };
};

export const proposals: Projection = {
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
  apply: async (events, tables) => {
    const own = events.filter(isOfProposal);
    const named = own.map(({ data }) => data.proposalId);
    const rows = byKey(await loadRows<PriceOfferRow>(tables, 'proposals', 'id', named), 'id');
    for (const event of own) rows.set(event.data.proposalId, rowAfter(rows.get(event.data.proposalId), event));
    await saveRows(tables, 'proposals', ['id'], rows.values());
  },
};
