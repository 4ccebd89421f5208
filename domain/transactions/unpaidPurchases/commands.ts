import type { Id, ListingId, TransactionId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/instants.ts';

export type PurchaseEnd = 'paid' | 'lapsed' | 'abandoned' | 'dropped';

export type AgreementEnd = 'lapsed' | 'withdrawn' | 'dropped';

export type BuyerCommand =
  | { type: 'BeginAgreement'; at: Instant; proposalId: Id; listingId: ListingId; until: Instant }
  /** Appends nothing if the agreement no longer counts. */
  | { type: 'EndAgreement'; at: Instant; proposalId: Id; end: AgreementEnd }
  | { type: 'BeginPurchase'; at: Instant; transactionId: TransactionId; listingId: ListingId; until: Instant }
  /** The end by its transaction; appends nothing if the purchase is not open. */
  | { type: 'EndPurchase'; at: Instant; transactionId: TransactionId; end: PurchaseEnd };

/** `possibleAt`: unless something else happens first. `wait`: ms until then. */
export type BuyerRejection = { code: 'tooManyUnpaid' | 'listingBlocked'; possibleAt: Instant; wait: number };
