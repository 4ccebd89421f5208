import type { Transaction } from '#application/contract/transactions.ts';
import { FIRST_BLOCK } from '#domain/buyers/policy.ts';
import { inWhole } from '#domain/shared/lengths.ts';
import { refundTime } from '#domain/telling/moneyWords.ts';
import { formatCents } from '../../ui/money.ts';
import { bankMayPay } from '../lifecycle.ts';
import { moneyOf } from '../saleMoney.ts';
import { whom } from '../whom.ts';

/** Money has been captured, so a cancellation leads to a refund. */
export const isPaid = (sale: Pick<Transaction, 'paymentHistory'>): boolean =>
  sale.paymentHistory.some(({ event }) => event === 'PaymentCaptured');

export const consequenceOfCancelling = (sale: Transaction): string => {
  const { back } = moneyOf(sale);
  if (!isPaid(sale)) {
    const charged = bankMayPay(sale)
      ? `A bank has the payment in hand: if it still arrives, all of it goes back to ${whom('buyer', sale.role)}.`
      : 'Nothing has been charged.';
    const released = `${charged} The listing is no longer kept for this purchase.`;
    return sale.role === 'buyer'
      ? `${released} You can buy it again after ${inWhole(FIRST_BLOCK)}, later each further time.`
      : released;
  }
  return `${sale.role === 'buyer' ? 'You get' : 'The buyer gets'} ${formatCents(back)} back, fee included. ${refundTime(sale)}`;
};
