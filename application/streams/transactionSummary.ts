import type { ListingImage } from '#domain/shared/listingImage.ts';
import { sheetOf, type TransactionEvent } from '#domain/transactions/events.ts';
import { fileUrl } from '../contract/photos.ts';
import type { TransactionSummary } from '../ports/saleFacts.ts';
import { aggregates, type Folding } from './aggregates.ts';

/** The path of the cover’s thumbnail. */
export const pictureOf = ([first]: readonly ListingImage[] = []): string | null =>
  first ? fileUrl(first.s3Key, first.thumbnail) : null;

const begun = ({ data }: Extract<TransactionEvent, { type: 'TransactionCreated' }>): TransactionSummary => ({
  id: data.id,
  reference: data.transactionId,
  listingId: data.listingId,
  buyerId: data.buyerId,
  sellerId: data.sellerId,
  title: data.item.title,
  picture: pictureOf(data.item.images),
  amount: data.amount,
  fee: data.fee,
  policyVersion: data.policyVersion,
  shippingCost: null,
  total: data.amount + data.fee,
  sessionId: null,
  paymentId: null,
  captured: 0,
  shipBy: null,
  shippedAt: null,
  escrowEndsAt: null,
  payoutAmount: null,
  purchaseEnd: null,
  cancelled: null,
  shipmentMissed: false,
});

const evolve = (
  transaction: TransactionSummary | undefined,
  event: TransactionEvent,
): TransactionSummary | undefined => {
  if (!transaction) return event.type === 'TransactionCreated' ? begun(event) : undefined;
  const change = sheetOf(event).summary?.(event.data);
  if (!change) return transaction;
  return { ...transaction, ...change, purchaseEnd: transaction.purchaseEnd ?? change.purchaseEnd ?? null };
};

/** Undefined for a sale that never came. */
export const transactionSummary: Folding<TransactionEvent, TransactionSummary | undefined> = {
  category: aggregates.transactions.category,
  events: aggregates.transactions.events,
  decider: { initial: undefined, evolve },
};

export const transactionSummaryOf = (events: readonly TransactionEvent[]): TransactionSummary | undefined =>
  events.reduce(evolve, undefined);

/** The id of the aggregate whose stream this is: what stands after the first hyphen. */
export const idIn = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
