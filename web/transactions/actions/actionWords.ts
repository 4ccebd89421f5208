import type { TransactionView } from '#application/contract/transactions.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { afterPause } from '../leftAfterHold.ts';
import type { TransactionAction } from './availableActions.ts';

const CANCEL_TRANSACTION = 'Cancel sale';

/** Label of the button, and on the detail page the line below it: who gets how much and when. */
export const actionWords = (
  transaction: Pick<TransactionView, 'displayStatus' | 'endedOwnHold' | 'policyVersion' | 'holds'>,
): Record<TransactionAction, { label: string; hint?: string }> => ({
  completePurchase: { label: 'Continue to shipping', hint: 'Give an address, see the total, then pay.' },
  continuePayment: { label: 'Continue payment', hint: 'Takes you back to the open checkout.' },
  payAgain: { label: 'Pay again', hint: 'Opens a new checkout for the same amount.' },
  changeAddress: { label: 'Change the address', hint: 'Shipping and total are calculated anew.' },
  confirmShipment: {
    label: 'Confirm shipment',
    hint: `Starts the ${termsOf(transaction).escrow} of escrow. This cannot be undone.`,
  },
  confirmArrival: {
    label: 'Confirm arrival',
    hint: `Releases the money to the seller. Until the payout begins you can still open a dispute, for ${termsOf(transaction).claim} at most.`,
  },
  pauseEscrow: { label: 'Pause Escrow', hint: 'Not here yet, or not as described? Stop the clock first.' },
  resumeEscrow: { label: 'Resume escrow', hint: afterPause(transaction) },
  rateSeller: { label: 'Rate seller' },
  writeReview: { label: 'Write a review' },
  cancel: { label: CANCEL_TRANSACTION },
});

export const cancelLabel = ({ role }: Pick<TransactionView, 'role'>): string =>
  role === 'buyer' ? 'Cancel purchase' : CANCEL_TRANSACTION;
