import { formatCents } from '../shared/euros.ts';
import type { Cents } from '../shared/money.ts';
import type { Terms } from './terms/terms.ts';

type FeeTerms = Pick<Terms, 'feePercent' | 'fixedFee'>;

/** `5% + €0.75` */
export const feeInWords = ({ feePercent, fixedFee }: FeeTerms): string => `${feePercent}% + ${formatCents(fixedFee)}`;
/** `5% of the item price plus €0.75` */
export const feeInFull = ({ feePercent, fixedFee }: FeeTerms): string =>
  `${feePercent}% of the item price plus ${formatCents(fixedFee)}`;

/** A share of the item price, rounded half-up, plus a fixed sum; the buyer pays it. The only fee formula. */
export const platformFee = (amount: Cents, { feePercent, fixedFee }: FeeTerms): Cents =>
  Math.floor((amount * feePercent + 50) / 100) + fixedFee;

/** The buyer's total: item, the agreed fee, and shipping. */
export const totalOf = ({ amount, fee }: { amount: Cents; fee: Cents }, shippingCost: Cents): Cents =>
  amount + fee + shippingCost;

export type Split = { toBuyer: Cents; toSeller: Cents; fee: Cents };

/** The seller's share, which is also the largest partial refund while the fee is kept. */
export const sellersShare = (held: Cents, fee: Cents): Cents => Math.max(0, held - fee);

/**
 * Divides the money in escrow. A full refund costs no fee; otherwise the fee is kept and the seller gets the rest. Undefined for a sum that
 * is negative or between the seller's share and the whole.
 */
export const split = (held: Cents, fee: Cents, toBuyer: Cents): Split | undefined => {
  if (toBuyer === held) return { toBuyer, toSeller: 0, fee: 0 };
  const toSeller = sellersShare(held, fee) - toBuyer;
  if (toBuyer < 0 || toSeller < 0) return undefined;
  return { toBuyer, toSeller, fee: held - toBuyer - toSeller };
};
