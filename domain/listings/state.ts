import type { AccountId, Id, TransactionId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import type { ListingImage } from '../shared/listingImage.ts';
import type { Cents } from '../shared/money.ts';
import type { OwnRates } from '../transactions/shipping.ts';
import type { ListedPhoto, Offer, ShippingTerms } from './commands.ts';
import type { PriceOfferStage } from './events.ts';
import type { Asked } from './prices.ts';

/**
 * Waits for the seller (`proposed`) or the buyer (`countered`), or is agreed (`accepted`). Ended offers are dropped;
 * at most one is accepted.
 */
export type PriceOffer = {
  id: Id;
  buyerId: AccountId;
  price: Cents;
  stage: PriceOfferStage;
  until: Instant;
  /** Null until accepted, and for agreements of an earlier release. */
  shipping: ShippingTerms | null;
};

/** `price`: the price when it was reserved. `shipping`: the agreed terms; null if today's rates apply. */
type Reservation = {
  transactionId: TransactionId;
  buyerId: AccountId;
  until: Instant;
  price: Cents;
  shipping: ShippingTerms | null;
};

/** `reservation`: a purchase is being paid. Only its release or the sale ends it. */
export type ListingState = {
  status: 'none' | 'active' | 'sold' | 'archived';
  removed: boolean;
  /** It was active when it was removed, and nothing has archived it since. */
  offeredBefore: boolean;
  sellerId: AccountId;
  country: string;
  offer: Offer;
  /** Null: the seller's usual rates apply. */
  rates: OwnRates | null;
  asked: Asked;
  images: readonly ListingImage[];
  /** Hash and time of each image, by position. */
  bound: readonly Omit<ListedPhoto, 'image'>[];
  reservation: Reservation | null;
  proposals: readonly PriceOffer[];
  /** Everybody who ever made an offer on it. */
  proposers: readonly AccountId[];
  /** Offers ever made, by buyer. */
  proposed: Readonly<Record<AccountId, number>>;
  soldTo: TransactionId | null;
};
