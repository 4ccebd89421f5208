import type { TransactionView } from '#application/contract/transactions.ts';
import { RATABLE } from '#domain/accounts/rating.ts';
import type { TransactionCommandType } from '#domain/transactions/commands.ts';
import { shownPolicy } from '#domain/transactions/limits.ts';
import { PAID_OUT } from '../lifecycle.ts';

export type SaleAction =
  | 'completePurchase'
  | 'continuePayment'
  | 'payAgain'
  | 'changeAddress'
  | 'confirmShipment'
  | 'confirmArrival'
  | 'pauseEscrow'
  | 'resumeEscrow'
  | 'rateSeller'
  | 'writeReview'
  | 'cancel';

/** Stars and words are of other streams, so the escrow chart does not list them: once each, by the buyer, until 30 days after the payout. */
const mayRate = (sale: TransactionView, now: number): boolean => {
  const paidOut = sale.paymentHistory.find(({ event }) => (PAID_OUT as readonly string[]).includes(event));
  const late = paidOut !== undefined && now > Date.parse(paidOut.timestamp) + shownPolicy(sale).ratingPeriod;
  return sale.role === 'buyer' && RATABLE.includes(sale.status) && !late;
};

/** What the reader may do with the sale now, the most likely action first: what the escrow chart allows, in the words of the screens. */
export const availableActions = (sale: TransactionView, now: number): SaleAction[] => {
  const may = (command: TransactionCommandType) => sale.allowed.includes(command);
  const actions: [SaleAction, boolean][] = [
    ['completePurchase', sale.status === 'CREATED' && may('SetShipping')],
    ['continuePayment', sale.status === 'PAYMENT_PENDING' && (may('OpenCheckout') || may('SetShipping'))],
    ['payAgain', sale.status === 'PAYMENT_FAILED' && may('OpenCheckout')],
    ['changeAddress', sale.status !== 'CREATED' && may('SetShipping')],
    ['confirmShipment', may('ConfirmShipment')],
    ['confirmArrival', may('ConfirmDelivery')],
    ['pauseEscrow', may('PauseEscrow')],
    ['resumeEscrow', may('ResumeEscrow')],
    ['rateSeller', !sale.sellerRated && mayRate(sale, now)],
    ['writeReview', sale.sellerRated && !sale.reviewed && mayRate(sale, now)],
    ['cancel', may('Cancel')],
  ];
  return actions.filter(([, offered]) => offered).map(([action]) => action);
};
