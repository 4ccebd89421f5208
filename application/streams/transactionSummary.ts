import type { ListingImage } from '#domain/shared/listingImage.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import type { PurchaseEnd } from '#domain/transactions/unpaidPurchases/unpaidPurchases.ts';
import { fileUrl } from '../contract/photos.ts';
import type { TransactionSummary } from '../ports/saleFacts.ts';
import { aggregates, type Folding } from './aggregates.ts';

/** The purchase is over with the first of its ends. */
const over = (transaction: TransactionSummary, end: PurchaseEnd): TransactionSummary => ({
  ...transaction,
  purchaseEnd: transaction.purchaseEnd ?? end,
});

/** Each fact is named, so that the compiler asks about a new one. */
const after = (transaction: TransactionSummary, { type, data }: TransactionEvent): TransactionSummary => {
  switch (type) {
    case 'ShippingSet':
      return { ...transaction, shippingCost: data.shippingCost, total: data.total };
    case 'CheckoutOpened':
      return { ...transaction, sessionId: data.sessionId };
    case 'PaymentCaptured':
      return over({ ...transaction, paymentId: data.paymentId, captured: data.captured, shipBy: data.shipBy }, 'paid');
    case 'PaymentMismatched':
      return over({ ...transaction, paymentId: data.paymentId, captured: data.captured }, 'dropped');
    case 'LatePaymentReceived':
      return { ...transaction, paymentId: data.paymentId, captured: data.captured };
    case 'TransactionExpired':
      return over(transaction, 'lapsed');
    case 'TransactionCancelled': {
      const { by, reason } = data;
      return over({ ...transaction, cancelled: { by, reason } }, by === 'buyer' ? 'abandoned' : 'dropped');
    }
    case 'ShipmentDeadlineMissed':
      return { ...transaction, shipmentMissed: true };
    case 'ShipmentClockResumed':
      return { ...transaction, shipBy: data.shipBy };
    case 'ShipmentConfirmed':
      return { ...transaction, shippedAt: data.at, escrowEndsAt: data.escrowEndsAt };
    case 'EscrowClockResumed':
      return { ...transaction, escrowEndsAt: data.escrowEndsAt };
    case 'PayoutApproved':
      return { ...transaction, payoutAmount: data.amount };
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
      return transaction;
  }
};

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
  return after(transaction, event);
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
