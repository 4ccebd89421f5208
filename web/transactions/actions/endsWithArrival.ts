import type { TransactionView } from '#application/contract/transactions.ts';

const ENDS: Record<string, string> = {
  IN_ESCROW_DISPUTED: 'The dispute ends with it: nothing is paid back to you.',
  RETURN_IN_PROGRESS: 'The return ends with it: you keep the item.',
};

/** What the buyer gives up by confirming the arrival; then it is not the action that the page leads to. */
export const endsWithArrival = ({ displayStatus }: Pick<TransactionView, 'displayStatus'>): string | undefined =>
  ENDS[displayStatus];
