import type { Account } from '#domain/accounts/state.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import { type Cents, toEuros } from '#domain/shared/money.ts';
import { totalOf } from '#domain/transactions/fees.ts';
import { policyOf } from '#domain/transactions/policy.ts';
import type { Sale } from '#domain/transactions/sale.ts';
import {
  DEFAULT_SELLER_COUNTRY,
  type OwnRates,
  type ShippingZone,
  shippingCost,
  shippingZone,
} from '#domain/transactions/shipping.ts';
import type { Quote } from './saleDeps.ts';

/** What a client believes, in euros; what it leaves out is not compared. */
export type ClientSums = { [Sum in Exclude<keyof Quote, 'amount'>]?: number | undefined };

export type Shipping = { zone: ShippingZone; cost: Cents };

/**
 * From the listing's rates, else the seller's own, and their country, of a sale as it was promised; nothing that a client says of them
 * counts. The rates of a listing stand still while a sale of it is being paid, so they are those that it began under.
 */
export const quoteShipping = (
  seller: Pick<Account, 'country' | 'rates'>,
  own: OwnRates | null,
  buyerCountry: string,
  sale?: Pick<Sale, 'sellerCountry' | 'policyVersion'>,
): Result<Shipping, { code: 'countryNotOffered' }> => {
  const sellerCountry = sale?.sellerCountry ?? (seller.country || DEFAULT_SELLER_COUNTRY);
  const zone = shippingZone(sellerCountry, buyerCountry, sale && policyOf(sale));
  if (zone === undefined) return reject({ code: 'countryNotOffered' });
  return ok({ zone, cost: shippingCost(zone, seller.rates, own) });
};

export const quoteOf = (sale: { amount: Cents; fee: Cents }, cost: Cents): Quote => ({
  amount: toEuros(sale.amount),
  platformFee: toEuros(sale.fee),
  shippingCost: toEuros(cost),
  totalAmount: toEuros(totalOf(sale, cost)),
});

/** Sums that clients compute in floating point are compared in cents. */
export const agrees = (sums: ClientSums, quote: Quote): boolean =>
  (Object.keys(sums) as (keyof ClientSums)[]).every((key) => {
    const sum = sums[key];
    return sum === undefined || Math.round(sum * 100) === Math.round(quote[key] * 100);
  });
