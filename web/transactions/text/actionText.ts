import type { TransactionView } from '#application/contract/transactions.ts';
import { claimAfterRelease, escrowAfter, escrowRuns, ifPaused } from '#domain/notifications/moneyText.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { formatCents } from '../../ui/money.ts';
import { aboutOf, releasedIn } from '../../ui/moneySentences.ts';
import type { TransactionAction } from '../components/actions/availableActions.ts';
import { moneyOf } from '../transactionMoney.ts';
import { consequenceOfCancelling } from './cancelText.ts';

const CANCEL_TRANSACTION = 'Cancel sale';

/** `hint` shows below the button on the detail page; `next` shows in the dialog before it acts. */
type Words = { label: string; hint?: string; next?: string };

export const actionText = (transaction: TransactionView): Record<TransactionAction, Words> => {
  const { toSeller } = moneyOf(transaction);
  const resumed = escrowAfter('paused')(aboutOf(transaction));
  return {
    completePurchase: { label: 'Continue to shipping', hint: 'Enter an address, see the total, then pay.' },
    continuePayment: { label: 'Continue payment', hint: 'Takes you back to the open checkout.' },
    payAgain: { label: 'Pay again', hint: 'Opens a new checkout for the same amount.' },
    changeAddress: { label: 'Change the address', hint: 'Recalculates shipping and the total.' },
    confirmShipment: {
      label: 'Confirm shipment',
      hint: `Starts the ${termsOf(transaction).escrow} of escrow. This cannot be undone.`,
      next: escrowRuns(aboutOf(transaction), formatCents(toSeller)),
    },
    confirmArrival: {
      label: 'Confirm arrival',
      hint: `Releases the money to the seller. ${claimAfterRelease(transaction)}`,
      next: releasedIn(transaction, toSeller),
    },
    pauseEscrow: {
      label: 'Pause Escrow',
      hint: 'Not here yet, or not as described? Stop the clock first.',
      next: ifPaused(transaction),
    },
    resumeEscrow: { label: 'Resume escrow', hint: resumed, next: resumed },
    rateSeller: { label: 'Rate seller' },
    writeReview: { label: 'Write a review' },
    cancel: { label: CANCEL_TRANSACTION, next: consequenceOfCancelling(transaction) },
  };
};

export const cancelLabel = ({ role }: Pick<TransactionView, 'role'>): string =>
  role === 'buyer' ? 'Cancel purchase' : CANCEL_TRANSACTION;

const ENDS: Record<string, string> = {
  IN_ESCROW_DISPUTED: 'This closes the dispute, and you get no refund.',
  RETURN_IN_PROGRESS: 'This ends the return, and you keep the item.',
};

/** What the buyer gives up by confirming arrival. The page then does not highlight that button. */
export const endsWithArrival = ({ displayStatus }: Pick<TransactionView, 'displayStatus'>): string | undefined =>
  ENDS[displayStatus];
