import type { Id, ListingId, TransactionId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/instants.ts';

export type PurchaseEnd = 'paid' | 'lapsed' | 'abandoned' | 'dropped';

export type AgreementEnd = 'lapsed' | 'withdrawn' | 'dropped';

export type BuyerCommand =
  | { type: 'BeginAgreement'; at: Instant; proposalId: Id; listingId: ListingId; until: Instant }
  /** Nothing new where the agreement is not counted (any more). */
  | { type: 'EndAgreement'; at: Instant; proposalId: Id; end: AgreementEnd }
  | { type: 'BeginPurchase'; at: Instant; transactionId: TransactionId; listingId: ListingId; until: Instant }
  /** What its sale says of it; of a purchase that is not open (any more) it says nothing new. */
  | { type: 'EndPurchase'; at: Instant; transactionId: TransactionId; end: PurchaseEnd };

/** `possibleAt`: if nothing else happens before; `wait`: ms until then. */
export type BuyerRejection = { code: 'tooManyUnpaid' | 'listingBlocked'; possibleAt: Instant; wait: number };
