import { z } from 'zod';
import { LEAST_PROPOSED } from '#domain/listings/limits.ts';
import { formatCents, parseEuros } from '#domain/shared/euros.ts';
import { euros, id, image, paging, timestamp } from './common.ts';

/** Euros → cents. The listing sets the upper bound. */
const proposedSum = z
  .union([z.number(), z.string().max(20)], { error: 'Please enter a price' })
  .transform((typed, context) => {
    const value = parseEuros(typed);
    if (value === undefined) context.addIssue('Please enter a price in euros, with two decimals at most');
    else if (value < LEAST_PROPOSED) context.addIssue(`Please offer at least ${formatCents(LEAST_PROPOSED)}`);
    return value ?? 0;
  });

/** POST listings/{id}/price-proposals, and the seller's counter-offer. */
export const proposedPrice = z.object({ price: proposedSum }).meta({ id: 'ProposedPrice' });

/** `price`: the price shown to the person who accepts, in euros. */
export const acceptedPrice = z.object({ price: proposedSum }).meta({ id: 'AcceptedPrice' });

export const priceOffer = z
  .object({
    _id: id,
    /** `removed`: by staff, so nobody can open its page. */
    listing: z.object({ _id: id, title: z.string(), image: image.nullable(), price: euros, removed: z.boolean() }),
    /** The reader's side. */
    side: z.enum(['buyer', 'seller']),
    other: z.object({ _id: id, username: z.string() }),
    /** The current price: the seller’s counter-offer if there is one, otherwise the buyer’s offer. */
    price: euros,
    /** The buyer’s first price. */
    proposed: euros,
    /** Waits for the seller, waits for the buyer, or agreed; for an ended offer its last stage. */
    stage: z.enum(['proposed', 'countered', 'accepted']),
    /** Null while it is open. */
    ended: z
      .enum([
        'refused',
        'withdrawn',
        'lapsed',
        'settled',
        'bought',
        'sold',
        'revised',
        'archived',
        'removed',
        'buyerGone',
        'sellerGone',
      ])
      .nullable(),
    /** The buyer has started to pay the agreed price, so `until` depends on that purchase. */
    beingBought: z.boolean(),
    /** The end of the wait or of the reservation. */
    until: timestamp,
    proposedAt: timestamp,
    changedAt: timestamp,
  })
  .meta({ id: 'PriceProposal' });
export type PriceOffer = z.infer<typeof priceOffer>;

/** GET user/price-proposals: open offers, sent and received, nearest end first. */
export const priceOffers = z.object({ proposals: z.array(priceOffer) }).meta({ id: 'PriceProposals' });
export type PriceOffers = z.infer<typeof priceOffers>;

/** GET user/price-proposals/all. `side`: the reader's side. */
export const priceOfferQuery = z
  .object({ side: z.enum(['buyer', 'seller']).default('buyer'), ...paging(20) })
  .meta({ id: 'PriceProposalQuery' });
export type PriceOfferQuery = z.output<typeof priceOfferQuery>;

/** Order: waiting for the reader, then other open offers, each by nearest end; then ended offers, newest first. */
export const priceOfferPage = priceOffers
  .extend({ total: z.int(), currentPage: z.int(), hasMore: z.boolean() })
  .meta({ id: 'PriceProposalPage' });
export type PriceOfferPage = z.infer<typeof priceOfferPage>;

export const priceOfferMade = z
  .object({ success: z.literal(true), message: z.string(), id })
  .meta({ id: 'ProposalMade' });
