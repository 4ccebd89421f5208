import type { Account } from '#domain/accounts/state.ts';
import type { ShippingTerms } from '#domain/listings/commands.ts';
import { ok, type Result, reject } from '#domain/shared/decider.ts';
import { type Cents, toEuros } from '#domain/shared/money.ts';
import { totalOf } from '#domain/transactions/fees.ts';
import { termsFor } from '#domain/transactions/limits.ts';
import {
  DEFAULT_SELLER_COUNTRY,
  type OwnRates,
  ratesTaken,
  type ShippingZone,
  shippingZone,
  type ZoneRates,
} from '#domain/transactions/shipping.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import type { Repository } from '../streams/repository.ts';
import type { Quote } from './transactionDeps.ts';

/** What a client believes, in euros; what it leaves out is not compared. */
export type ClientSums = { [Sum in Exclude<keyof Quote, 'amount'>]?: number | undefined };

export type Shipping = { zone: ShippingZone; cost: Cents };

type Quoted = Result<Shipping, { code: 'countryNotOffered' }>;

const costOf = (zone: ShippingZone | undefined, rates: ZoneRates): Quoted =>
  zone === undefined ? reject({ code: 'countryNotOffered' }) : ok({ zone, cost: rates[zone] });

/** From the listing's rates, else the seller's own, and their country; nothing that a client says of them counts. */
export const quoteShipping = (
  seller: Pick<Account, 'country' | 'rates'>,
  own: OwnRates | null,
  buyerCountry: string,
): Quoted => quoteAgreed(shippingNow(seller, own), buyerCountry);

/** As a seller and a buyer agreed. */
export const quoteAgreed = ({ rates, sellerCountry }: ShippingTerms, buyerCountry: string): Quoted =>
  costOf(shippingZone(sellerCountry, buyerCountry), rates);

/** What an agreement that is made now keeps. */
export const shippingNow = (seller: Pick<Account, 'country' | 'rates'>, own: OwnRates | null): ShippingTerms => ({
  rates: ratesTaken(seller.rates, own),
  sellerCountry: seller.country || DEFAULT_SELLER_COUNTRY,
});

/** As it was promised when the purchase began: whatever the seller asks by now. */
export const quotePromised = async (
  transaction: Transaction,
  buyerCountry: string,
  repository: Pick<Repository, 'accounts' | 'listings'>,
): Promise<Quoted> =>
  costOf(
    shippingZone(transaction.sellerCountry, buyerCountry, termsFor(transaction)),
    transaction.rates ?? (await ratesNow(transaction, repository)),
  );

/** Of a purchase that began before it kept its own. */
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

/** Sums that clients compute in floating point are compared in cents. */
export const agrees = (sums: ClientSums, quote: Quote): boolean =>
  (Object.keys(sums) as (keyof ClientSums)[]).every((key) => {
    const sum = sums[key];
    return sum === undefined || Math.round(sum * 100) === Math.round(quote[key] * 100);
  });
