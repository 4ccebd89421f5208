import type { Transaction } from '#application/contract/transactions.ts';
import { claimAfterRelease, escrowAfter, escrowRuns, ifPaused } from '#domain/telling/moneyWords.ts';
import { termsOf } from '#domain/transactions/termWords.ts';
import { formatCents } from '../../ui/money.ts';
import { aboutOf, releasedIn } from '../../ui/moneySentences.ts';
import { moneyOf } from '../saleMoney.ts';
import type { SaleAction } from './availableActions.ts';
import { consequenceOfCancelling } from './cancelWords.ts';

const CANCEL_SALE = 'Cancel sale';

/** Label of the button, on the detail page the line below it, and what follows, which its dialog says before. */
type Words = { label: string; hint?: string; next?: string };

export const actionWords = (sale: Transaction): Record<SaleAction, Words> => {
  const { toSeller } = moneyOf(sale);
  const resumed = escrowAfter('paused')(aboutOf(sale));
  return {
    completePurchase: { label: 'Continue to shipping', hint: 'Give an address, see the total, then pay.' },
    continuePayment: { label: 'Continue payment', hint: 'Takes you back to the open checkout.' },
    payAgain: { label: 'Pay again', hint: 'Opens a new checkout for the same amount.' },
    changeAddress: { label: 'Change the address', hint: 'Shipping and total are calculated anew.' },
    confirmShipment: {
      label: 'Confirm shipment',
      hint: `Starts the ${termsOf(sale).escrow} of escrow. This cannot be undone.`,
      next: escrowRuns(aboutOf(sale), formatCents(toSeller)),
    },
    confirmArrival: {
      label: 'Confirm arrival',
      hint: `Releases the money to the seller. ${claimAfterRelease(sale)}`,
      next: releasedIn(sale, toSeller),
    },
    pauseEscrow: {
      label: 'Pause Escrow',
      hint: 'Not here yet, or not as described? Stop the clock first.',
      next: ifPaused(sale),
    },
    resumeEscrow: { label: 'Resume escrow', hint: resumed, next: resumed },
    rateSeller: { label: 'Rate seller' },
    writeReview: { label: 'Write a review' },
    cancel: { label: CANCEL_SALE, next: consequenceOfCancelling(sale) },
  };
};

export const cancelLabel = ({ role }: Pick<Transaction, 'role'>): string =>
  role === 'buyer' ? 'Cancel purchase' : CANCEL_SALE;
