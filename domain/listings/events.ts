import { z } from 'zod';
import { attached, attachedFile } from '../shared/attached.ts';
import { asItWas, type EventOf, extended, fact, personal, personalIfAny, revised } from '../shared/events.ts';
import { id } from '../shared/ids.ts';
import { listingImage } from '../shared/listingImage.ts';
import { cents } from '../shared/money.ts';
import { zoneRates } from '../transactions/zoneRates.ts';

const offerInClear = {
  title: z.string(),
  franchise: z.string(),
  mainFaction: z.string(),
  subfaction: z.string(),
  condition: z.string(),
  paintQuality: z.string(),
  price: cents,
  description: z.string(),
};

const offer = { ...offerInClear, title: personal(z.string()), description: personal(z.string()) };
const listed = { sellerId: id, country: z.string(), disclaimerAccepted: z.boolean(), images: z.array(listingImage) };

/** Whose answer a proposed price waits for, `proposed` the seller's and `countered` the buyer's, or that it was `accepted`. */
const proposalStage = z.enum(['proposed', 'countered', 'accepted']);
export type PriceOfferStage = z.infer<typeof proposalStage>;

/** `settled`: another one of the same buyer was accepted. `bought`: they bought it for that price; `sold`: somebody else did. */
const priceOfferEnd = z.enum([
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
]);
export type PriceOfferEnd = z.infer<typeof priceOfferEnd>;

const proposal = { proposalId: id, buyerId: id, sellerId: id, price: cents };

/** Stream `listing-{id}`. */
export const listingEvents = {
  /** The words go with their seller's key; in version 1 they stood in clear. */
  ListingPublished: revised(
    revised(fact({ ...offerInClear, ...listed }), { ...offer, ...listed }, asItWas, {
      never: 'title and description stood there in clear',
    }),
    { ...offer, ...listed, ...attached },
    asItWas,
    'asItIs',
  ),
  ListingRevised: revised(
    fact(offerInClear),
    { ...offer, sellerId: id.nullable() },
    (old) => ({ ...old, sellerId: null }),
    { never: 'title and description stood there in clear' },
  ),
  /** With the revision that did it. `from`: the lowest price of the thirty days before. */
  ListingPriceReduced: fact({ from: cents, to: cents }),
  /** All photos of it from now on, the first is the cover; kept ones as the facts before bound them. */
  ListingPhotosChanged: fact({
    sellerId: id,
    images: z.array(listingImage),
    /** In their order; null of one that was published before photos were bound. */
    files: z.array(attachedFile.nullable()),
    takenAt: personalIfAny(z.array(z.string().nullable())),
  }),
  /** In cents, what its seller takes for shipping this one, in place of what they take for all; null: that again. */
  ListingRatesSet: fact({
    rates: z.object({ domestic: cents, continental: cents, international: cents.nullable() }).nullable(),
  }),
  ListingArchived: fact({
    reason: z.enum(['bySeller', 'unavailable', 'shipmentMissed', 'accountErased', 'accountTerminated']),
  }),
  ListingReserved: fact({ transactionId: id, buyerId: id, until: z.int() }),
  ReservationReleased: fact({ transactionId: id }),
  ListingSold: fact({ transactionId: id }),
  /** A buyer would pay another price for it than is `asked`; `until`: when it lapses unless its seller has answered. */
  PriceProposed: fact({ ...proposal, asked: cents, until: z.int() }),
  /** Its seller answers what was `proposed` with another price; `until`: when it lapses unless the buyer has answered. */
  PriceProposalCountered: fact({ ...proposal, proposed: cents, until: z.int() }),
  /** Both agree: until then it is reserved for that buyer, who buys it for that price or not at all. */
  PriceProposalAccepted: extended(fact({ ...proposal, by: z.enum(['buyer', 'seller']), until: z.int() }), {
    // what its seller changes later, for all their listings, is not asked of this buyer
    rates: zoneRates.optional(),
    sellerCountry: z.string().optional(),
  }),
  /** `price` and `stage` as it stood. */
  PriceProposalEnded: fact({ ...proposal, stage: proposalStage, why: priceOfferEnd }),
  /** The sale was refunded before it was shipped. */
  ListingReturnedToMarket: fact({ transactionId: id }),
  /** The reason is about the seller and goes with their key; in version 1 it stood in clear, and nobody was named. */
  ListingRemoved: revised(
    fact({ reason: z.string(), removedBy: z.string() }),
    { reason: personal(z.string()), sellerId: id.nullable(), removedBy: z.string() },
    (old) => ({ ...old, sellerId: null }),
    { never: 'the reason stood there in clear' },
  ),
  /** A complaint of its removal has succeeded; `to`: what it is again. */
  ListingRestored: fact({ to: z.enum(['active', 'sold', 'archived']) }),
} as const;

export type ListingEvent = EventOf<typeof listingEvents>;
