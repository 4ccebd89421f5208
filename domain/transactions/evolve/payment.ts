import type { Sale } from '../sale.ts';
import { type Change, type Evolutions, nothing } from './evolution.ts';
import { arrivedBack } from './moneyBack.ts';

const captured = ({ at, paymentId, escalateAt }: { at: number; paymentId: string; escalateAt: number }): Change => ({
  paymentId,
  capturedAt: at,
  escalateAt,
  settlementEndsAt: null,
});

export const payment = {
  TransactionCreated: ({ at, ...data }) => ({
    id: data.id,
    transactionId: data.transactionId,
    listingId: data.listingId,
    buyerId: data.buyerId,
    sellerId: data.sellerId,
    item: data.item,
    amount: data.amount,
    fee: data.fee,
    sellerCountry: data.sellerCountry,
    windowEndsAt: data.windowEndsAt,
    policyVersion: data.policyVersion,
    createdAt: at,
  }),
  ShippingSet: ({ zone, shippingCost, total }) => ({ zone, shippingCost, total }),
  CheckoutOpened: ({ attempt, sessionId, checkoutUrl }) => ({ checkout: { attempt, sessionId, url: checkoutUrl } }),
  PaymentProcessing: ({ settlementEndsAt }) => ({ settlementEndsAt }),
  PaymentCaptured: (data) => ({
    ...captured(data),
    shipBy: data.shipBy,
    shipReminderAt: data.shipReminderAt,
  }),
  PaymentMismatched: captured,
  LatePaymentReceived: captured,
  PaymentFailed: ({ windowEndsAt }) => ({ windowEndsAt, settlementEndsAt: null }),
  TransactionExpired: () => ({ cancelledBy: 'system', settlementEndsAt: null }),
  TransactionCancelled: ({ by }) => ({ cancelledBy: by, settlementEndsAt: null }),
  DuplicatePaymentReceived: nothing,
  DuplicateRefundRequested: ({ refundId, paymentId, amount }, sale) => ({
    refundCount: sale.refundCount + 1,
    duplicates: { ...sale.duplicates, [paymentId]: { refundId, amount, state: 'requested' } },
  }),
  DuplicateRefundCompleted: (data, sale) => ({
    ...arrivedBack(data, sale),
    duplicates: withState(sale, data.refundId, 'done'),
  }),
  DuplicateRefundFailed: ({ refundId }, sale) => ({ duplicates: withState(sale, refundId, 'failed') }),
} satisfies Partial<Evolutions>;

const withState = ({ duplicates }: Sale, refundId: string, state: 'done' | 'failed'): Sale['duplicates'] =>
  Object.fromEntries(
    Object.entries(duplicates).map(([paymentId, duplicate]) => [
      paymentId,
      duplicate.refundId === refundId ? { ...duplicate, state } : duplicate,
    ]),
  );
