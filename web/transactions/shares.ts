import type { TransactionDetail } from '#application/contract/transactions.ts';
import type { Cents } from '#domain/shared/money.ts';
import { type Split, split } from '#domain/transactions/fees.ts';
import { centsOf, formatCents } from '../ui/money.ts';
import { whom } from './whom.ts';

type Sums = Pick<TransactionDetail, 'sums' | 'platformFee'>;

/** In cents: what is held, and the most of it that can go back while the fee is kept. */
export const heldOf = ({ sums }: Sums) => ({ held: centsOf(sums.held), most: centsOf(sums.mostPartialRefund) });

/** How the held money would be divided; undefined for a sum that is not possible. Nothing back is no claim and no offer. */
export const sharesOf = (transaction: Sums, toBuyer: Cents): Split | undefined =>
  toBuyer > 0 ? split(centsOf(transaction.sums.held), centsOf(transaction.platformFee), toBuyer) : undefined;

export const inCents = ({ toBuyer, toSeller, fee }: { toBuyer: number; toSeller: number; fee: number }): Split => ({
  toBuyer: centsOf(toBuyer),
  toSeller: centsOf(toSeller),
  fee: centsOf(fee),
});

/** Who gets what, in the reader's words. */
export const sharesInWords = ({ toBuyer, toSeller, fee }: Split, reader: 'buyer' | 'seller' | 'staff'): string => {
  const [buyer, seller] = [whom('buyer', reader), whom('seller', reader)];
  const kept = fee === 0 ? 'no fee is kept' : `the platform fee of ${formatCents(fee)} is kept`;
  return `${formatCents(toBuyer)} to ${buyer}, ${formatCents(toSeller)} to ${seller}, ${kept}`;
};

/** What can be asked or offered, in words for whoever typed another sum. */
export const possibleSums = (transaction: Sums): string => {
  const { held, most } = heldOf(transaction);
  return `Between €0.01 and ${formatCents(most)}, or everything: ${formatCents(held)}`;
};
