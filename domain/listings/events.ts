import { z } from 'zod';
import { attached, attachedFile } from '../shared/attached.ts';
import { asItWas, type EventOf, extended, firstVersion, personal, personalIfAny, revised } from '../shared/events.ts';
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

/** `proposed` waits for the seller, `countered` for the buyer. */
const proposalStage = z.enum(['proposed', 'countered', 'accepted']);
export type PriceOfferStage = z.infer<typeof proposalStage>;

/**
 * `settled`: another offer of the same buyer was accepted. `bought`: this buyer bought it at that price. `sold`:
 * somebody else bought it.
 */
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
  /** Title and description are encrypted under the seller's key. Version 1 stored them in clear. */
  ListingPublished: revised(
    revised(firstVersion({ ...offerInClear, ...listed }), { ...offer, ...listed }, asItWas, {
      never: 'title and description stood there in clear',
    }),
    { ...offer, ...listed, ...attached },
    asItWas,
    'asItIs',
  ),
  ListingRevised: revised(
    firstVersion(offerInClear),
    { ...offer, sellerId: id.nullable() },
    (old) => ({ ...old, sellerId: null }),
    { never: 'title and description stood there in clear' },
  ),
  /** Written with the revision. `from`: the lowest price of the last thirty days. */
  ListingPriceReduced: firstVersion({ from: cents, to: cents }),
  /** The full list of photos; the first is the cover. */
  ListingPhotosChanged: firstVersion({
    sellerId: id,
    images: z.array(listingImage),
    /** In the same order; null for photos published before hashing. */
    files: z.array(attachedFile.nullable()),
    takenAt: personalIfAny(z.array(z.string().nullable())),
  }),
  /** In cents. Replaces the seller's usual shipping rates for this listing; null returns to them. */
  ListingRatesSet: firstVersion({
    rates: z.object({ domestic: cents, continental: cents, international: cents.nullable() }).nullable(),
  }),
  ListingArchived: firstVersion({
    reason: z.enum(['bySeller', 'unavailable', 'shipmentMissed', 'accountErased', 'accountTerminated']),
  }),
  ListingReserved: firstVersion({ transactionId: id, buyerId: id, until: z.int() }),
  ReservationReleased: firstVersion({ transactionId: id }),
  ListingSold: firstVersion({ transactionId: id }),
  /** A buyer offers a price below `asked`. `until`: when it lapses without an answer. */
  PriceProposed: firstVersion({ ...proposal, asked: cents, until: z.int() }),
  /** The seller names another price. `until`: when it lapses without an answer. */
  PriceProposalCountered: firstVersion({ ...proposal, proposed: cents, until: z.int() }),
  /** Both agree. Until `until` the listing is reserved for that buyer at this price. */
  PriceProposalAccepted: extended(firstVersion({ ...proposal, by: z.enum(['buyer', 'seller']), until: z.int() }), {
    // later changes of the seller's rates do not affect this buyer
    rates: zoneRates.optional(),
    sellerCountry: z.string().optional(),
  }),
  /** `price` and `stage`: the last ones. */
  PriceProposalEnded: firstVersion({ ...proposal, stage: proposalStage, why: priceOfferEnd }),
  /** The transaction was refunded before shipment. */
  ListingReturnedToMarket: firstVersion({ transactionId: id }),
  /** The reason is encrypted under the seller's key. Version 1 stored it in clear and named nobody. */
  ListingRemoved: revised(
    firstVersion({ reason: z.string(), removedBy: z.string() }),
    { reason: personal(z.string()), sellerId: id.nullable(), removedBy: z.string() },
    (old) => ({ ...old, sellerId: null }),
    { never: 'the reason stood there in clear' },
  ),
  /** A complaint about the removal succeeded. `to`: the status it returns to. */
  ListingRestored: firstVersion({ to: z.enum(['active', 'sold', 'archived']) }),
} as const;

export type ListingEvent = EventOf<typeof listingEvents>;
