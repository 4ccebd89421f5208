import type { TransactionView } from '#application/contract/transactions.ts';
import { whom } from '#domain/notifications/decisionText.ts';
import { refundTime } from '#domain/notifications/moneyText.ts';
import { inWhole } from '#domain/shared/lengths.ts';
import { FIRST_BLOCK } from '#domain/transactions/unpaidPurchases/limits.ts';
import { formatCents } from '../../ui/money.ts';
import { bankMayPay } from '../lifecycle.ts';
import { moneyOf } from '../transactionMoney.ts';

/** A cancellation now leads to a refund. */
export const isPaid = (transaction: Pick<TransactionView, 'paymentHistory'>): boolean =>
  transaction.paymentHistory.some(({ event }) => event === 'PaymentCaptured');

export const consequenceOfCancelling = (transaction: TransactionView): string => {
  const { back } = moneyOf(transaction);
  if (!isPaid(transaction)) {
    const charged = bankMayPay(transaction)
      ? `The bank is still processing the payment: if it arrives, all of it goes back to ${whom('buyer', transaction.role)}.`
      : 'Nothing has been charged.';
    const released = `${charged} The listing is no longer reserved for this purchase.`;
    return transaction.role === 'buyer'
      ? `${released} You can buy it again after ${inWhole(FIRST_BLOCK)}; each further cancellation makes you wait longer.`
      : released;
  }
  return `${transaction.role === 'buyer' ? 'You get' : 'The buyer gets'} ${formatCents(back)} back, fee included. ${refundTime(transaction)}`;
};
