import type { TransactionDetail } from '#application/contract/transactions.ts';

type Party = 'buyer' | 'seller';

/** How a sentence names a party to its reader. */
export const whom = (party: Party, reader: TransactionDetail['role']): string =>
  party === reader ? 'you' : `the ${party}`;

/** Whose words stand below it. */
export const speakerIn =
  (transaction: Pick<TransactionDetail, 'role' | Party>) =>
  (party: Party): string =>
    party === transaction.role ? 'You' : transaction[party].username;
