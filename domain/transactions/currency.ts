import { currencyCode, EURO } from '../shared/currencies.ts';
import type { TransactionEvent } from './events.ts';
import { isRefundOf, type Transaction } from './state.ts';

/** In which the sale's own money came. What came in another one than euros goes back, and is never a seller's. */
export const currencyOf = ({ paymentId, foreign }: Pick<Transaction, 'paymentId' | 'foreign'>): string =>
  (paymentId !== null && foreign[paymentId]) || EURO;

/** For answers that name a currency only where it is not the usual one. */
export const foreignCurrency = (transaction: Pick<Transaction, 'paymentId' | 'foreign'>): { currency?: string } =>
  currencyOf(transaction) === EURO ? {} : { currency: currencyOf(transaction) };

/** Of a payment that was told, the sale's own or one beyond it; undefined for any other. */
export const currencyOfPayment = (transaction: Transaction, paymentId: string | null): string | undefined => {
  if (paymentId === null) return undefined;
  return paymentId === transaction.paymentId || transaction.duplicates[paymentId]
    ? (transaction.foreign[paymentId] ?? EURO)
    : undefined;
};

const currencyOfRefund = (transaction: Transaction, refundId: string): string => {
  const [paymentId] = Object.entries(transaction.duplicates).find(([, each]) => isRefundOf(each, refundId)) ?? [];
  return paymentId === undefined ? currencyOf(transaction) : (transaction.foreign[paymentId] ?? EURO);
};

/** In which a fact names its sums. `sale`: as it was before the fact. Each fact is named, so that the compiler asks about a new one. */
export const currencyIn = ({ type, data }: TransactionEvent, transaction: Transaction): string => {
  switch (type) {
    case 'PaymentCaptured':
      return EURO;
    case 'PaymentMismatched':
    case 'LatePaymentReceived':
    case 'DuplicatePaymentReceived':
      return currencyCode(data.currency);
    case 'DuplicateRefundRequested':
    case 'RefundCameBack':
      return transaction.foreign[data.paymentId] ?? EURO;
    case 'DuplicateRefundCompleted':
    case 'DuplicateRefundFailed':
    case 'RefundArrivedLate':
      return currencyOfRefund(transaction, data.refundId);
    case 'SettledOutsideProvider':
    case 'OutsideSettlementProposed':
      return currencyOfPayment(transaction, data.paymentId ?? null) ?? currencyOf(transaction);
    case 'RefundMadeByHand':
      return currencyOfPayment(transaction, data.paymentId) ?? data.currency ?? currencyOf(transaction);
    case 'ProviderFactRecorded':
    case 'LateChargebackOpened':
    case 'LateChargebackLost':
    case 'LateChargebackReversed':
      return data.currency ?? currencyOf(transaction);
    // ── the sale's own, or no sum at all ──
    case 'TransactionCreated':
    case 'ShippingSet':
    case 'CheckoutOpened':
    case 'PaymentProcessing':
    case 'PaymentFailed':
    case 'TransactionExpired':
    case 'TransactionCancelled':
    case 'ShipmentDeadlineMissed':
    case 'ShipmentClockResumed':
    case 'ShipmentConfirmed':
    case 'DeliveryConfirmed':
    case 'EscrowReleased':
    case 'ReleaseRevoked':
    case 'EscrowPaused':
    case 'EscrowResumed':
    case 'PauseExpired':
    case 'EscrowClockResumed':
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
    case 'OutsideSettlementRejected':
    case 'PayoutApproved':
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
    case 'LossRecovered':
    case 'LossPartlyRecovered':
    case 'ChargebackEndedByStaff':
    case 'LateChargebackWon':
    case 'LateClaimRecorded':
    case 'StaffHoldPlaced':
    case 'StaffHoldLifted':
    case 'EscalatedToStaff':
    case 'EscalationRenewed':
    case 'CaseClosed':
      return currencyOf(transaction);
  }
};
