import type { PurchaseEnd } from '#domain/buyers/commands.ts';
import type { ListingImage } from '#domain/listings/events.ts';
import type { TransactionId } from '#domain/shared/ids.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { fileUrl } from '../contract/photos.ts';
import type { SaleFacts } from '../ports/saleFacts.ts';
import type { Repository } from '../repository.ts';

const endOfPurchase = ({ type, data }: TransactionEvent): PurchaseEnd | null => {
  switch (type) {
    case 'PaymentCaptured':
      return 'paid';
    case 'PaymentMismatched':
      return 'dropped';
    case 'TransactionExpired':
      return 'lapsed';
    case 'TransactionCancelled':
      return data.by === 'buyer' ? 'abandoned' : 'dropped';
    default:
      return null;
  }
};

const fold = (sale: SaleFacts, event: TransactionEvent): SaleFacts => ({
  ...foldMoney(sale, event),
  purchaseEnd: sale.purchaseEnd ?? endOfPurchase(event),
});

const foldMoney = (sale: SaleFacts, { type, data }: TransactionEvent): SaleFacts => {
  switch (type) {
    case 'ShippingSet':
      return { ...sale, shippingCost: data.shippingCost, total: data.total };
    case 'CheckoutOpened':
      return { ...sale, sessionId: data.sessionId };
    case 'PaymentCaptured':
      return { ...sale, paymentId: data.paymentId, captured: data.captured, shipBy: data.shipBy };
    case 'PaymentMismatched':
    case 'LatePaymentReceived':
      return { ...sale, paymentId: data.paymentId, captured: data.captured };
    case 'TransactionCancelled':
      return { ...sale, cancelled: { by: data.by, reason: data.reason } };
    case 'ShipmentDeadlineMissed':
      return { ...sale, shipmentMissed: true };
    case 'ShipmentClockResumed':
      return { ...sale, shipBy: data.shipBy };
    case 'ShipmentConfirmed':
      return { ...sale, shippedAt: data.at, escrowEndsAt: data.escrowEndsAt };
    case 'EscrowClockResumed':
      return { ...sale, escrowEndsAt: data.escrowEndsAt };
    case 'PayoutApproved':
      return { ...sale, payoutAmount: data.amount };
    default:
      return sale;
  }
};

/** The path of the cover’s thumbnail. */
export const pictureOf = ([first]: readonly ListingImage[] = []): string | null =>
  first ? fileUrl(first.s3Key, first.thumbnail) : null;

/** Undefined for a sale that never came. */
export const saleFactsOf = (id: TransactionId, events: readonly TransactionEvent[]): SaleFacts | undefined => {
  const [first, ...rest] = events;
  if (first?.type !== 'TransactionCreated') return undefined;
  const { data } = first;
  return rest.reduce(fold, {
    id,
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
};

export const loadSaleFacts = async (
  repository: Pick<Repository, 'sales'>,
  id: TransactionId,
): Promise<SaleFacts | undefined> => saleFactsOf(id, (await repository.sales.loadWithHistory(id)).history);

/** The id of the aggregate whose stream this is: what stands after the first hyphen. */
export const idIn = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
