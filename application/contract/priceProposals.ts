import { z } from 'zod';
import { LEAST_PROPOSED } from '#domain/listings/limits.ts';
import { formatCents, parseEuros } from '#domain/shared/euros.ts';
import { euros, id, image, paging, timestamp } from './common.ts';

/** A sum in euros → cents; how high it may be is the listing's to say. */
const proposedSum = z
  .union([z.number(), z.string().max(20)], { error: 'Please enter a price' })
  .transform((typed, context) => {
    const value = parseEuros(typed);
    if (value === undefined) context.addIssue('Please enter a price in euros, with two decimals at most');
    else if (value < LEAST_PROPOSED) context.addIssue(`Please offer at least ${formatCents(LEAST_PROPOSED)}`);
    return value ?? 0;
  });

/** POST listings/{id}/price-proposals, and the seller's counter. */
export const proposedPrice = z.object({ price: proposedSum }).meta({ id: 'ProposedPrice' });

/** `price`: what was shown to whoever accepts, in euros. */
export const acceptedPrice = z.object({ price: proposedSum }).meta({ id: 'AcceptedPrice' });

export const priceOffer = z
  .object({
    _id: id,
    /** `removed`: by staff, so its page is there for nobody. */
    listing: z.object({ _id: id, title: z.string(), image: image.nullable(), price: euros, removed: z.boolean() }),
    /** What its reader is in it. */
    side: z.enum(['buyer', 'seller']),
    other: z.object({ _id: id, username: z.string() }),
    /** What it is about now: the buyer’s sum, or the seller’s once they have named one. */
    price: euros,
    /** What the buyer proposed. */
    proposed: euros,
    /** Whose answer it waits for, or that both agreed; of an ended one, where it stood. */
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
    /** Agreed on, and its buyer has begun to pay: `until` is over with that purchase. */
    beingBought: z.boolean(),
    /** Until when it waits, or is kept for its buyer. */
    until: timestamp,
    proposedAt: timestamp,
    changedAt: timestamp,
  })
  .meta({ id: 'PriceProposal' });
export type PriceOffer = z.infer<typeof priceOffer>;

/** GET user/price-proposals: the open ones, made and received, the nearest end first. */
export const priceOffers = z.object({ proposals: z.array(priceOffer) }).meta({ id: 'PriceProposals' });
export type PriceOffers = z.infer<typeof priceOffers>;

/** GET user/price-proposals/all. `side`: what the reader is in them. */
export const priceOfferQuery = z
  .object({ side: z.enum(['buyer', 'seller']).default('buyer'), ...paging(20) })
  .meta({ id: 'PriceProposalQuery' });
export type PriceOfferQuery = z.output<typeof priceOfferQuery>;

/** First what waits for the reader, then what else is open, each with the nearest end first; then what ended last. */
export const priceOfferPage = priceOffers
  .extend({ total: z.int(), currentPage: z.int(), hasMore: z.boolean() })
  .meta({ id: 'PriceProposalPage' });
export type PriceOfferPage = z.infer<typeof priceOfferPage>;

export const proposalMade = z
  .object({ success: z.literal(true), message: z.string(), id })
  .meta({ id: 'ProposalMade' });
