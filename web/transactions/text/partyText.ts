import type { TransactionDetail } from '#application/contract/transactions.ts';

type Party = 'buyer' | 'seller';

/** Heading of a statement: `You`, or the username. */
export const speakerIn =
  (transaction: Pick<TransactionDetail, 'role' | Party>) =>
  (party: Party): string =>
    party === transaction.role ? 'You' : transaction[party].username;
