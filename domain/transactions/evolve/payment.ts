import { currencyCode, EURO } from '../../shared/currencies.ts';
import { isRefundOf, type Transaction } from '../state.ts';
import { namedAnew } from './chargebacks.ts';
import type { Change, Evolutions } from './evolution.ts';
import { hadTwice } from './outside.ts';
import { lessOwed, paidByOwed } from './owed.ts';
import { arrivedBack, failedAt } from './refundWords.ts';

type Paid = { paymentId: string; currency: string };

/** What came in another currency. */
const foreignAfter = ({ foreign }: Transaction, { paymentId, currency }: Paid): Pick<Transaction, 'foreign'> => {
  const code = currencyCode(currency);
  return { foreign: code === EURO ? foreign : { ...foreign, [paymentId]: code } };
};

/** Money that may come in any currency becomes the sale's own. */
const ownMoney = (data: Paid & { at: number; escalateAt: number }, transaction: Transaction): Change => ({
  ...captured(data),
  ...foreignAfter(transaction, data),
  ...namedAnew(transaction, currencyCode(data.currency)),
});

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
    rates: data.rates ?? null,
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
  PaymentMismatched: ownMoney,
  LatePaymentReceived: ownMoney,
  PaymentFailed: ({ windowEndsAt }) => ({ windowEndsAt, settlementEndsAt: null }),
  TransactionExpired: () => ({ cancelledBy: 'system', settlementEndsAt: null }),
  TransactionCancelled: ({ by }) => ({ cancelledBy: by, settlementEndsAt: null }),
  DuplicatePaymentReceived: (data, transaction) => {
    const { foreign } = foreignAfter(transaction, data);
    return { foreign, ...(data.ours !== undefined && claimedBefore({ ...transaction, foreign }, data, data.ours)) };
  },
  DuplicateRefundRequested: ({ refundId, paymentId, amount }, transaction) => ({
    refundCount: transaction.refundCount + 1,
    duplicates: {
      ...transaction.duplicates,
      [paymentId]: {
        refundId,
        amount,
        earlier: earlierRefunds(transaction.duplicates[paymentId]),
        attempt: (transaction.duplicates[paymentId]?.attempt ?? 0) + 1,
        state: 'requested',
        retryAt: null,
      },
    },
  }),
  DuplicateRefundCompleted: (data, transaction) => ({
    ...arrivedBack(data, transaction),
    duplicates: withRefund(transaction, data.refundId, ({ amount, refundId, state }) => {
      // less may have arrived than was asked for
      const left = amount > data.amount ? amount - data.amount : amount;
      const another = state === 'requested' && refundId !== data.refundId && amount > data.amount;
      return another ? { amount: left } : { amount: left, state: 'done', retryAt: null };
    }),
  }),
  RefundMadeByHand: (data, transaction) => ({
    ...arrivedBack(data, transaction),
    ...lessToReturn(transaction, data),
    ...(data.twice !== undefined && hadTwice(transaction, transaction.paymentId ?? '', data.twice)),
  }),
  DuplicateRefundFailed: (data, transaction) => ({
    ...failedAt(transaction, data),
    ...paidFor(transaction, data),
    duplicates: withRefund(transaction, data.refundId, (duplicate) =>
      lessOwed({ ...duplicate, state: 'failed', retryAt: data.retryAt }, data.ours ?? 0),
    ),
  }),
} satisfies Partial<Evolutions>;

/** Nothing of it was sent back: its payer's bank has claimed it, or has it. */
const claimedBefore = (
  transaction: Transaction,
  { at, paymentId, captured }: { at: number; paymentId: string; captured: number },
  ours: number,
): Change => {
  const whole = { refundId: '', amount: captured, earlier: [], attempt: 0, state: 'failed', retryAt: at } as const;
  return {
    chargebacks: paidByOwed(transaction, paymentId, ours),
    refundsDone: paidByPayment(transaction, paymentId),
    duplicates: { ...transaction.duplicates, [paymentId]: lessOwed({ ...whole, earlier: [] }, ours) },
  };
};

/** It has come: what was sent back of it is our loss no longer. */
const paidByPayment = ({ refundsDone }: Transaction, paymentId: string): Transaction['refundsDone'] =>
  Object.fromEntries(
    Object.entries(refundsDone).map(([id, { ours, ...done }]) => [
      id,
      ours === undefined || done.paymentId === paymentId ? done : { ...done, ours },
    ]),
  );

type ByHand = { paymentId: string | null; amount: number; ours: number };

const lessToReturn = ({ duplicates }: Transaction, { paymentId, amount, ours }: ByHand): Change => {
  const duplicate = paymentId === null ? undefined : duplicates[paymentId];
  if (paymentId === null || !duplicate || amount === ours) return {};
  return { duplicates: { ...duplicates, [paymentId]: lessOwed(duplicate, amount - ours) } };
};

/** What did not leave has paid for what the bank had taken of the same payment at our loss. */
const paidFor = (
  transaction: Transaction,
  { refundId, ours = 0 }: { refundId: string; ours?: number | undefined },
): Change => {
  const [paymentId] = Object.entries(transaction.duplicates).find(([, each]) => isRefundOf(each, refundId)) ?? [];
  return paymentId === undefined || ours === 0 ? {} : { chargebacks: paidByOwed(transaction, paymentId, ours) };
};

type Duplicate = Transaction['duplicates'][string];

export const earlierRefunds = (duplicate: Duplicate | undefined): string[] =>
  duplicate ? [...duplicate.earlier, duplicate.refundId].filter((id) => id !== '') : [];

const withRefund = (
  { duplicates }: Transaction,
  refundId: string,
  change: (duplicate: Duplicate) => Partial<Duplicate>,
): Transaction['duplicates'] =>
  Object.fromEntries(
    Object.entries(duplicates).map(([paymentId, duplicate]) => [
      paymentId,
      isRefundOf(duplicate, refundId) ? { ...duplicate, ...change(duplicate) } : duplicate,
    ]),
  );
