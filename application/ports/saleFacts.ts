import type { AccountId, ListingId, TransactionId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { Cents } from '#domain/shared/money.ts';
import type { PurchaseEnd } from '#domain/transactions/unpaidPurchases/unpaidPurchases.ts';

/** What policies and e-mails need to know of a transaction. No personal data. */
export type TransactionSummary = {
  id: TransactionId;
  /** Such as `TX7K2M9QPD`. */
  reference: string;
  listingId: ListingId;
  buyerId: AccountId;
  sellerId: AccountId;
  title: string;
  /** Path of the first photo's thumbnail. */
  picture: string | null;
  amount: Cents;
  fee: Cents;
  /** Version of the terms that apply to it. */
  policyVersion: string;
  shippingCost: Cents | null;
  total: Cents;
  /** The latest checkout session. */
  sessionId: string | null;
  /** The first payment, whether or not the amount was right. A duplicate payment has its own event. */
  paymentId: string | null;
  captured: Cents;
  shipBy: Instant | null;
  shippedAt: Instant | null;
  escrowEndsAt: Instant | null;
  payoutAmount: Cents | null;
  /** How its reservation ended; null while payment is pending. */
  purchaseEnd: PurchaseEnd | null;
  cancelled: { by: string; reason: string | null } | null;
  shipmentMissed: boolean;
};
