import type { TransactionView } from '#application/contract/transactions.ts';
import type { Cents } from '#domain/shared/money.ts';
import { platformFee } from '#domain/transactions/fees.ts';
import { shownPolicy } from '#domain/transactions/limits.ts';
import { centsOf } from '../ui/money.ts';

type Sums = Pick<TransactionView, 'amount' | 'totalAmount' | 'paymentDetails' | 'policyVersion' | 'parts'> & {
  platformFee?: number | null | undefined;
  shippingCost?: number | null | undefined;
};

/** Everything in cents. `shipping` is null while no address is known yet; `back` goes to the buyer if all of it does. */
export type SaleMoney = {
  item: Cents;
  fee: Cents;
  shipping: Cents | null;
  total: Cents;
  toSeller: Cents;
  back: Cents;
};

/**
 * The sums of a sale as its screens show them. A missing fee follows the one formula; a missing shipping cost is what was paid
 * less item and fee, never below zero (document 2, section 9). Null is not missing: no address is known yet.
 */
export const moneyOf = (sale: Sums): SaleMoney => {
  const item = centsOf(sale.amount);
  const fee = sale.platformFee == null ? platformFee(item, shownPolicy(sale)) : centsOf(sale.platformFee);
  const paid = centsOf(Number(sale.paymentDetails.metadata.amount.value));
  const derived = Math.max(0, paid - item - fee);
  const shipping =
    sale.shippingCost === undefined ? derived : sale.shippingCost === null ? null : centsOf(sale.shippingCost);
  const toSeller = item + (shipping ?? 0);
  const total = toSeller + fee;
  const { parts } = sale;
  return {
    item,
    fee,
    shipping,
    total,
    toSeller: parts ? centsOf(parts.toSeller) : toSeller,
    back: parts?.held == null ? total : centsOf(parts.held),
  };
};
