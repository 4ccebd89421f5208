import { formatCents } from '../shared/euros.ts';
import type { Cents } from '../shared/money.ts';

const FEE_PERCENT = 5;
const FIXED_FEE: Cents = 75;

/** `5% + €0.75` */
export const FEE_IN_WORDS = `${FEE_PERCENT}% + ${formatCents(FIXED_FEE)}`;
/** `5% of the item price plus €0.75` */
export const FEE_IN_FULL = `${FEE_PERCENT}% of the item price plus ${formatCents(FIXED_FEE)}`;

/** 5 % of the item price, half-up, plus €0.75; the buyer pays it. The one formula of the product. */
export const platformFee = (amount: Cents): Cents => Math.floor((amount * FEE_PERCENT + 50) / 100) + FIXED_FEE;

/** What the buyer pays: item, fee and shipping. */
export const totalOf = (amount: Cents, shippingCost: Cents): Cents => amount + platformFee(amount) + shippingCost;

export type Split = { toBuyer: Cents; toSeller: Cents; fee: Cents };

/** The most that a partial decision can give back while the fee is kept: the seller's share. */
export const sellersShare = (held: Cents, fee: Cents): Cents => Math.max(0, held - fee);

/**
 * Divides the money in escrow: everything back costs no fee, otherwise the fee is kept and the seller gets the rest.
 * Undefined for a sum that cannot be divided so: negative, or between the seller's share and the whole.
 */
export const split = (held: Cents, fee: Cents, toBuyer: Cents): Split | undefined => {
  if (toBuyer === held) return { toBuyer, toSeller: 0, fee: 0 };
  const toSeller = sellersShare(held, fee) - toBuyer;
  if (toBuyer < 0 || toSeller < 0) return undefined;
  return { toBuyer, toSeller, fee: held - toBuyer - toSeller };
};
