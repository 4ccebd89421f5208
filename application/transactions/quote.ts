import type { Account } from '#domain/accounts/state.ts';
import type { ShippingTerms } from '#domain/listings/commands.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import { type Cents, toEuros } from '#domain/shared/money.ts';
import { totalOf } from '#domain/transactions/fees.ts';
import {
  DEFAULT_SELLER_COUNTRY,
  type OwnRates,
  ratesTaken,
  type ShippingZone,
  shippingZone,
  type ZoneRates,
} from '#domain/transactions/shipping.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import { termsFor } from '#domain/transactions/terms/termsFor.ts';
import type { Repository } from '../streams/repository.ts';
import type { Quote } from './transactionDeps.ts';

/** The client's expected sums in euros. Omitted ones are not compared. */
export type ClientSums = { [Sum in Exclude<keyof Quote, 'amount'>]?: number | undefined };

export type Shipping = { zone: ShippingZone; cost: Cents };

type Quoted = Result<Shipping, { code: 'countryNotOffered' }>;

const costOf = (zone: ShippingZone | undefined, rates: ZoneRates): Quoted =>
  zone === undefined ? reject({ code: 'countryNotOffered' }) : ok({ zone, cost: rates[zone] });

/** From the listing's rates, otherwise the seller's. Ignores anything the client claims. */
export const quoteShipping = (
  seller: Pick<Account, 'country' | 'rates'>,
  own: OwnRates | null,
  buyerCountry: string,
): Quoted => quoteAgreed(shippingNow(seller, own), buyerCountry);

/** With the rates that seller and buyer agreed on. */
export const quoteAgreed = ({ rates, sellerCountry }: ShippingTerms, buyerCountry: string): Quoted =>
  costOf(shippingZone(sellerCountry, buyerCountry), rates);

/** The terms that a new agreement stores. */
export const shippingNow = (seller: Pick<Account, 'country' | 'rates'>, own: OwnRates | null): ShippingTerms => ({
  rates: ratesTaken(seller.rates, own),
  sellerCountry: seller.country || DEFAULT_SELLER_COUNTRY,
});

/** With the rates promised when the purchase began. */
export const quotePromised = async (
  transaction: Transaction,
  buyerCountry: string,
  repository: Pick<Repository, 'accounts' | 'listings'>,
): Promise<Quoted> =>
  costOf(
    shippingZone(transaction.sellerCountry, buyerCountry, termsFor(transaction)),
    transaction.rates ?? (await ratesNow(transaction, repository)),
  );

/** For purchases made before rates were stored with them. */
const ratesNow = async (
  { sellerId, listingId }: Transaction,
  { accounts, listings }: Pick<Repository, 'accounts' | 'listings'>,
): Promise<ZoneRates> => {
  const [seller, listing] = await Promise.all([accounts.load(sellerId), listings.load(listingId)]);
  return ratesTaken(seller.state.rates, listing.state.rates);
};

export const quoteOf = (transaction: { amount: Cents; fee: Cents }, cost: Cents): Quote => ({
  amount: toEuros(transaction.amount),
  platformFee: toEuros(transaction.fee),
  shippingCost: toEuros(cost),
  totalAmount: toEuros(totalOf(transaction, cost)),
});

/** Compares in cents, because clients compute in floating point. */
export const agrees = (sums: ClientSums, quote: Quote): boolean =>
  (Object.keys(sums) as (keyof ClientSums)[]).every((key) => {
    const sum = sums[key];
    return sum === undefined || Math.round(sum * 100) === Math.round(quote[key] * 100);
  });
