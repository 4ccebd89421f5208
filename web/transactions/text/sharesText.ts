import type { TransactionDetail } from '#application/contract/transactions.ts';
import { dividedFor } from '#domain/notifications/decisionText.ts';
import type { Cents } from '#domain/shared/money.ts';
import { type Split, split } from '#domain/transactions/fees.ts';
import { centsOf, formatCents } from '../../ui/money.ts';

type Sums = Pick<TransactionDetail, 'sums' | 'platformFee'>;

/** In cents: the held money, and the largest refund that keeps the fee. */
export const heldOf = ({ sums }: Sums) => ({ held: centsOf(sums.held), most: centsOf(sums.mostPartialRefund) });

/** Division of the held money, undefined for an impossible sum or zero. */
export const sharesOf = (transaction: Sums, toBuyer: Cents): Split | undefined =>
  toBuyer > 0 ? split(centsOf(transaction.sums.held), centsOf(transaction.platformFee), toBuyer) : undefined;

export const inCents = ({ toBuyer, toSeller, fee }: { toBuyer: number; toSeller: number; fee: number }): Split => ({
  toBuyer: centsOf(toBuyer),
  toSeller: centsOf(toSeller),
  fee: centsOf(fee),
});

/** The share of each party and the fee, addressed to the reader. */
export const sharesInWords = ({ toBuyer, toSeller, fee }: Split, reader: 'buyer' | 'seller' | 'staff'): string => {
  const kept = fee === 0 ? 'no fee is kept' : `the platform fee of ${formatCents(fee)} is kept`;
  return `${dividedFor({ toBuyer, toSeller }, reader)}, ${kept}`;
};

/** The possible sums, as a hint. */
export const possibleSums = (transaction: Sums): string => {
  const { held, most } = heldOf(transaction);
  return `Between €0.01 and ${formatCents(most)}, or everything: ${formatCents(held)}`;
};
