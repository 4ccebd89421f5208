import type { TransactionView } from '#application/contract/transactions.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';

type Held = Pick<TransactionView, 'displayStatus' | 'endedOwnHold' | 'policyVersion' | 'holds'>;

export const HOLD_GOES_ON = 'The hold goes on, and the clock stands until it has ended.';

/** What is on the escrow clock when the buyer ends a hold of their own: the least is given once. */
export const leftAfterHold = (transaction: Pick<Held, 'endedOwnHold' | 'policyVersion'>): string =>
  transaction.endedOwnHold ? 'what was left' : `at least ${termsOf(transaction).pauseWindow} left`;

/** Why the clock stands on when the pause has ended; undefined where nothing else holds it. */
export const heldBesidePause = ({ displayStatus, holds }: Held): string | undefined => {
  if (displayStatus === 'IN_ESCROW_DISPUTED') return 'The dispute goes on, and the clock stands until it has ended.';
  if (displayStatus === 'RETURN_IN_PROGRESS') return 'The return goes on, and the clock stands until it has ended.';
  return holds.length > 0 ? HOLD_GOES_ON : undefined;
};

export const afterPause = (transaction: Held): string =>
  heldBesidePause(transaction) ?? `The clock runs on, with ${leftAfterHold(transaction)}.`;
