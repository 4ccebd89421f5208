import type { TransactionView } from '#application/contract/transactions.ts';
import type { Cents } from '#domain/shared/money.ts';
import { platformFee } from '#domain/transactions/fees.ts';
import { displayedTerms } from '#domain/transactions/terms/termsFor.ts';
import { centsOf } from '../ui/money.ts';

type Sums = Pick<TransactionView, 'amount' | 'totalAmount' | 'paymentDetails' | 'policyVersion' | 'parts'> & {
  platformFee?: number | null | undefined;
  shippingCost?: number | null | undefined;
};

/** In cents. `shipping`: null without an address; `back`: what a full refund gives the buyer. */
export type TransactionMoney = {
  item: Cents;
  fee: Cents;
  shipping: Cents | null;
  total: Cents;
  toSeller: Cents;
  back: Cents;
};

/** The displayed sums. A missing fee is computed; missing shipping is what was paid less item and fee, at least zero (document 2, section 9). Null shipping means that there is no address yet. */
export const moneyOf = (transaction: Sums): TransactionMoney => {
  const item = centsOf(transaction.amount);
  const fee =
    transaction.platformFee == null ? platformFee(item, displayedTerms(transaction)) : centsOf(transaction.platformFee);
  const paid = centsOf(Number(transaction.paymentDetails.metadata.amount.value));
  const derived = Math.max(0, paid - item - fee);
  const shipping =
    transaction.shippingCost === undefined
      ? derived
      : transaction.shippingCost === null
        ? null
        : centsOf(transaction.shippingCost);
  const toSeller = item + (shipping ?? 0);
  const total = toSeller + fee;
  const { parts } = transaction;
  return {
    item,
    fee,
    shipping,
    total,
    toSeller: parts ? centsOf(parts.toSeller) : toSeller,
    back: parts?.held == null ? total : centsOf(parts.held),
  };
};
