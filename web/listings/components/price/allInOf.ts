import type { Listing } from '#application/contract/listings.ts';
import { type AllIn, allIn } from '#domain/transactions/allIn.ts';
import { centsOf } from '../../../ui/money.ts';

/** The buyer's costs in cents; undefined if the seller does not ship there. */
export const allInOf = ({ price, location, shipping }: Listing, destination: string | undefined): AllIn | undefined => {
  if (destination === undefined) return undefined;
  const rates = {
    domestic: centsOf(shipping.domestic),
    continental: centsOf(shipping.continental),
    international: centsOf(shipping.international),
  };
  return allIn({ price: centsOf(price), country: location, rates }, destination);
};
