import type { TransactionView } from '#application/contract/transactions.ts';
import type { Cents } from '#domain/shared/money.ts';
import { termsOf } from '#domain/transactions/terms/termsText.ts';
import { formatCents } from '../ui/money.ts';

type Released = Pick<TransactionView, 'policyVersion' | 'holds'>;

/** To the buyer, before the arrival is confirmed: the money is the seller's at once, but a payout is another step. */
export const releasedToSeller = (transaction: Released, toSeller: Cents): string => {
  const payout =
    transaction.holds.length > 0
      ? 'when the hold has ended'
      : `once their bank account is verified, usually within ${termsOf(transaction).payout}`;
  return `${formatCents(toSeller)} is released to the seller. It is paid out ${payout}.`;
};
