import type { TransactionView } from '#application/contract/transactions.ts';

const ENDS: Record<string, string> = {
  IN_ESCROW_DISPUTED: 'This closes the dispute, and you get no refund.',
  RETURN_IN_PROGRESS: 'This ends the return, and you keep the item.',
};

/** What the buyer gives up by confirming the arrival; then it is not the action that the page leads to. */
export const endsWithArrival = ({ displayStatus }: Pick<TransactionView, 'displayStatus'>): string | undefined =>
  ENDS[displayStatus];
