import type { Transaction, TransactionDetail } from '#application/contract/transactions.ts';
import type { Cents } from '#domain/shared/money.ts';
import { platformFee } from '#domain/transactions/fees.ts';
import { shownPolicy } from '#domain/transactions/policy.ts';
import { centsOf } from '../ui/money.ts';

type Sums = Pick<Transaction, 'amount' | 'totalAmount' | 'paymentDetails' | 'policyVersion'> & {
  platformFee?: number | null | undefined;
  shippingCost?: number | null | undefined;
};

/** Everything in cents. `shipping` is null while no address is known yet. */
export type SaleMoney = { item: Cents; fee: Cents; shipping: Cents | null; total: Cents; toSeller: Cents };

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
  return { item, fee, shipping, total: item + fee + (shipping ?? 0), toSeller: item + (shipping ?? 0) };
};

/** What was divided by a decision, or goes back, leaves the seller with the rest. */
export const moneyOfDetail = (sale: TransactionDetail): SaleMoney => {
  const money = moneyOf(sale);
  const divided = sale.decision ?? sale.refund;
  return divided ? { ...money, toSeller: centsOf(divided.toSeller) } : money;
};
