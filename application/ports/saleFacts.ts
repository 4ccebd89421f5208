import type { AccountId, ListingId, TransactionId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { Cents } from '#domain/shared/money.ts';
import type { PurchaseEnd } from '#domain/transactions/unpaidPurchases/unpaidPurchases.ts';

/** What policies and emails need to know of a sale; no personal data in it. */
export type TransactionSummary = {
  id: TransactionId;
  /** Such as `TX7K2M9QPD`. */
  reference: string;
  listingId: ListingId;
  buyerId: AccountId;
  sellerId: AccountId;
  title: string;
  /** Path of its first photo, small. */
  picture: string | null;
  amount: Cents;
  fee: Cents;
  /** What it was promised. */
  policyVersion: string;
  shippingCost: Cents | null;
  total: Cents;
  /** Of the checkout that was opened last. */
  sessionId: string | null;
  /** Of the first money that came, whether or not it was the right amount; a duplicate's stands in its own event. */
  paymentId: string | null;
  captured: Cents;
  shipBy: Instant | null;
  shippedAt: Instant | null;
  escrowEndsAt: Instant | null;
  payoutAmount: Cents | null;
  /** What became of its reservation; null while it waits for its payment. */
  purchaseEnd: PurchaseEnd | null;
  cancelled: { by: string; reason: string | null } | null;
  shipmentMissed: boolean;
};
