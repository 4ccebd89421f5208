import type { ListingImage } from '#domain/shared/listingImage.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import type { PurchaseEnd } from '#domain/transactions/unpaidPurchases/commands.ts';
import { fileUrl } from '../contract/photos.ts';
import type { SaleFacts } from '../ports/saleFacts.ts';
import { aggregates, type Folding } from './aggregates.ts';

/** The purchase is over with the first of its ends. */
const over = (sale: SaleFacts, end: PurchaseEnd): SaleFacts => ({ ...sale, purchaseEnd: sale.purchaseEnd ?? end });

/** Each fact is named, so that the compiler asks about a new one. */
const after = (sale: SaleFacts, { type, data }: TransactionEvent): SaleFacts => {
  switch (type) {
    case 'ShippingSet':
      return { ...sale, shippingCost: data.shippingCost, total: data.total };
    case 'CheckoutOpened':
      return { ...sale, sessionId: data.sessionId };
    case 'PaymentCaptured':
      return over({ ...sale, paymentId: data.paymentId, captured: data.captured, shipBy: data.shipBy }, 'paid');
    case 'PaymentMismatched':
      return over({ ...sale, paymentId: data.paymentId, captured: data.captured }, 'dropped');
    case 'LatePaymentReceived':
      return { ...sale, paymentId: data.paymentId, captured: data.captured };
    case 'TransactionExpired':
      return over(sale, 'lapsed');
    case 'TransactionCancelled': {
      const { by, reason } = data;
      return over({ ...sale, cancelled: { by, reason } }, by === 'buyer' ? 'abandoned' : 'dropped');
    }
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
    case 'TransactionCreated':
    case 'PaymentProcessing':
    case 'PaymentFailed':
    case 'DeliveryConfirmed':
    case 'EscrowReleased':
    case 'ReleaseRevoked':
    case 'EscrowPaused':
    case 'EscrowResumed':
    case 'PauseExpired':
    case 'DisputeOpened':
    case 'DisputeContested':
    case 'SellerSilent':
    case 'DisputeReferred':
    case 'DisputeWithdrawn':
    case 'DisputeAccepted':
    case 'SettlementOffered':
    case 'SettlementAccepted':
    case 'SettlementRefused':
    case 'SettlementLapsed':
    case 'DisputeDecided':
    case 'DecisionProposed':
    case 'DecisionConfirmed':
    case 'DecisionRejected':
    case 'DecisionWithdrawn':
    case 'DecisionLapsed':
    case 'DraftShown':
    case 'StatementGiven':
    case 'QuestionAsked':
    case 'DecisionAppealed':
    case 'ReviewOverdue':
    case 'ReturnRequested':
    case 'ReturnApproved':
    case 'ReturnAddressGiven':
    case 'ReturnRefused':
    case 'ReturnShipped':
    case 'ReturnLapsed':
    case 'ReturnInspectionResumed':
    case 'ReturnReceived':
    case 'ReturnRejected':
    case 'RefundRequested':
    case 'RefundFailed':
    case 'RefundRetried':
    case 'RefundCompleted':
    case 'PartialRefundCompleted':
    case 'RefundArrivedLate':
    case 'RefundMadeByHand':
    case 'RefundCameBack':
    case 'DuplicatePaymentReceived':
    case 'DuplicateRefundRequested':
    case 'DuplicateRefundCompleted':
    case 'DuplicateRefundFailed':
    case 'SettledOutsideProvider':
    case 'OutsideSettlementProposed':
    case 'OutsideSettlementRejected':
    case 'PayoutPostponed':
    case 'PayoutApprovalWithdrawn':
    case 'PayoutInitiated':
    case 'PayoutCompleted':
    case 'PayoutFailed':
    case 'PayoutRefused':
    case 'PayoutReturned':
    case 'PayoutArrivedLate':
    case 'PayoutOverpaid':
    case 'OverpaymentCounted':
    case 'OverpaymentReturned':
    case 'ChargebackOpened':
    case 'ChargebackWon':
    case 'ChargebackLost':
    case 'OneChargebackWon':
    case 'ChargebackPartlyLost':
    case 'OneChargebackPartlyLost':
    case 'ChargebackReversed':
    case 'ChargebackPartlyReversed':
    case 'LateChargebackReversed':
    case 'LossRecovered':
    case 'LossPartlyRecovered':
    case 'ChargebackEndedByStaff':
    case 'LateChargebackOpened':
    case 'LateChargebackWon':
    case 'LateChargebackLost':
    case 'LateClaimRecorded':
    case 'ProviderFactRecorded':
    case 'StaffHoldPlaced':
    case 'StaffHoldLifted':
    case 'EscalatedToStaff':
    case 'EscalationRenewed':
    case 'CaseClosed':
      return sale;
  }
};

/** The path of the cover’s thumbnail. */
export const pictureOf = ([first]: readonly ListingImage[] = []): string | null =>
  first ? fileUrl(first.s3Key, first.thumbnail) : null;

const begun = ({ data }: Extract<TransactionEvent, { type: 'TransactionCreated' }>): SaleFacts => ({
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

const evolve = (sale: SaleFacts | undefined, event: TransactionEvent): SaleFacts | undefined => {
  if (!sale) return event.type === 'TransactionCreated' ? begun(event) : undefined;
  return after(sale, event);
};

/** Undefined for a sale that never came. */
export const saleFacts: Folding<TransactionEvent, SaleFacts | undefined> = {
  category: aggregates.sales.category,
  events: aggregates.sales.events,
  decider: { initial: undefined, evolve },
};

export const saleFactsOf = (events: readonly TransactionEvent[]): SaleFacts | undefined =>
  events.reduce(evolve, undefined);

/** The id of the aggregate whose stream this is: what stands after the first hyphen. */
export const idIn = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
