import { currencyCode, EURO } from '../../shared/currencies.ts';
import { isRefundOf, type Transaction } from '../state.ts';
import type { Change } from './change.ts';
import { namedAnew } from './chargebacks.ts';
import { lessOwed, paidByOwed } from './owedToPayer.ts';

type Payment = { paymentId: string; currency: string };

/** Remembers the currency of a payment that is not in euros. */
export const foreignAfter = (
  { foreign }: Transaction,
  { paymentId, currency }: Payment,
): Pick<Transaction, 'foreign'> => {
  const code = currencyCode(currency);
  return { foreign: code === EURO ? foreign : { ...foreign, [paymentId]: code } };
};

/** The first payment, in any currency. */
export const ownMoney = (data: Payment & { at: number; escalateAt: number }, transaction: Transaction): Change => ({
  ...captured(data),
  ...foreignAfter(transaction, data),
  ...namedAnew(transaction, currencyCode(data.currency)),
});

export const captured = ({
  at,
  paymentId,
  escalateAt,
}: {
  at: number;
  paymentId: string;
  escalateAt: number;
}): Change => ({
  paymentId,
  capturedAt: at,
  escalateAt,
  settlementEndsAt: null,
});

/** Nothing of the payment was sent back, because the payer's bank has claimed or taken it. */
export const claimedBefore = (
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

/** The payment is known now, so refunds of it are no longer our loss. */
const paidByPayment = ({ refundsDone }: Transaction, paymentId: string): Transaction['refundsDone'] =>
  Object.fromEntries(
    Object.entries(refundsDone).map(([id, { ours, ...done }]) => [
      id,
      ours === undefined || done.paymentId === paymentId ? done : { ...done, ours },
    ]),
  );

type ManualRefund = { paymentId: string | null; amount: number; ours: number };

export const lessToReturn = ({ duplicates }: Transaction, { paymentId, amount, ours }: ManualRefund): Change => {
  const duplicate = paymentId === null ? undefined : duplicates[paymentId];
  if (paymentId === null || !duplicate || amount === ours) return {};
  return { duplicates: { ...duplicates, [paymentId]: lessOwed(duplicate, amount - ours) } };
};

/** A failed refund covers what the bank took of the same payment at our loss. */
export const paidFor = (
  transaction: Transaction,
  { refundId, ours = 0 }: { refundId: string; ours?: number | undefined },
): Change => {
  const [paymentId] = Object.entries(transaction.duplicates).find(([, each]) => isRefundOf(each, refundId)) ?? [];
  return paymentId === undefined || ours === 0 ? {} : { chargebacks: paidByOwed(transaction, paymentId, ours) };
};

type Duplicate = Transaction['duplicates'][string];

export const earlierRefunds = (duplicate: Duplicate | undefined): string[] =>
  duplicate ? [...duplicate.earlier, duplicate.refundId].filter((id) => id !== '') : [];

export const withRefund = (
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
