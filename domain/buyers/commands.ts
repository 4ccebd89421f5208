import type { ListingId, TransactionId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';

export type PurchaseEnd = 'paid' | 'lapsed' | 'abandoned' | 'dropped';

export type BuyerCommand =
  | { type: 'BeginPurchase'; at: Instant; transactionId: TransactionId; listingId: ListingId; until: Instant }
  /** What its sale says of it; of a purchase that is not open (any more) it says nothing new. */
  | { type: 'EndPurchase'; at: Instant; transactionId: TransactionId; end: PurchaseEnd };

/** `possibleAt`: if nothing else happens before; `wait`: ms until then. */
export type BuyerRejection = { code: 'tooManyUnpaid' | 'listingBlocked'; possibleAt: Instant; wait: number };
