import type { AccountId, Id, TransactionId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import type { ListingImage } from '../shared/listingImage.ts';
import type { Cents } from '../shared/money.ts';
import type { OwnRates } from '../transactions/shipping.ts';
import type { ListedPhoto, Offer, ShippingTerms } from './commands.ts';
import type { PriceOfferStage } from './events.ts';
import type { Asked } from './prices.ts';

/**
 * A price that waits for the seller's answer (`proposed`), for the buyer's (`countered`), or that both agreed on (`accepted`), until then.
 * What has ended is not kept; of those accepted there is one at most.
 */
export type PriceOffer = {
  id: Id;
  buyerId: AccountId;
  price: Cents;
  stage: PriceOfferStage;
  until: Instant;
  /** Null until it is agreed on, and of an agreement that an earlier release wrote. */
  shipping: ShippingTerms | null;
};

/** `price`: what it is reserved at. `shipping`: what was agreed on; null where the rates of today count. */
type Reservation = {
  transactionId: TransactionId;
  buyerId: AccountId;
  until: Instant;
  price: Cents;
  shipping: ShippingTerms | null;
};

/** `reservation` stands beside the status: a sale of it is being paid. It ends only by a release or by the sale. */
export type ListingState = {
  status: 'none' | 'active' | 'sold' | 'archived';
  removed: boolean;
  /** It was on offer when it was removed, and nothing has ended that since. */
  offeredBefore: boolean;
  sellerId: AccountId;
  country: string;
  offer: Offer;
  /** For shipping this one; null where its seller takes what they take for all. */
  rates: OwnRates | null;
  asked: Asked;
  images: readonly ListingImage[];
  /** What binds each of the images. */
  bound: readonly Omit<ListedPhoto, 'image'>[];
  reservation: Reservation | null;
  proposals: readonly PriceOffer[];
  /** Who has ever proposed a price for it. */
  proposers: readonly AccountId[];
  /** How many prices each of them has proposed, whatever became of those. */
  proposed: Readonly<Record<AccountId, number>>;
  soldTo: TransactionId | null;
};
