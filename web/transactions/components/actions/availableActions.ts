import type { TransactionView } from '#application/contract/transactions.ts';
import { RATABLE } from '#domain/accounts/rating.ts';
import type { TransactionCommandType } from '#domain/transactions/commands.ts';
import { displayedTerms } from '#domain/transactions/terms/termsFor.ts';
import { PAID_OUT } from '../../lifecycle.ts';

export type TransactionAction =
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

/** Reviews live in other streams, so the escrow chart does not list them. Buyers can review until 30 days after the payout. */
const mayRate = (transaction: TransactionView, now: number): boolean => {
  const paidOut = transaction.paymentHistory.find(({ event }) => (PAID_OUT as readonly string[]).includes(event));
  const late = paidOut !== undefined && now > Date.parse(paidOut.timestamp) + displayedTerms(transaction).ratingPeriod;
  return transaction.role === 'buyer' && RATABLE.includes(transaction.status) && !late;
};

/** The actions that the escrow chart allows the reader now, most likely first. */
export const availableActions = (transaction: TransactionView, now: number): TransactionAction[] => {
  const may = (command: TransactionCommandType) => transaction.allowed.includes(command);
  const actions: [TransactionAction, boolean][] = [
    ['completePurchase', transaction.status === 'CREATED' && may('SetShipping')],
    ['continuePayment', transaction.status === 'PAYMENT_PENDING' && (may('OpenCheckout') || may('SetShipping'))],
    ['payAgain', transaction.status === 'PAYMENT_FAILED' && may('OpenCheckout')],
    ['changeAddress', transaction.status !== 'CREATED' && may('SetShipping')],
    ['confirmShipment', may('ConfirmShipment')],
    ['confirmArrival', may('ConfirmDelivery')],
    ['pauseEscrow', may('PauseEscrow')],
    ['resumeEscrow', may('ResumeEscrow')],
    ['rateSeller', !transaction.sellerRated && mayRate(transaction, now)],
    ['writeReview', transaction.sellerRated && !transaction.reviewed && mayRate(transaction, now)],
    ['cancel', may('Cancel')],
  ];
  return actions.filter(([, offered]) => offered).map(([action]) => action);
};
