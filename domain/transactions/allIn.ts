import type { Cents } from '../shared/money.ts';
import { platformFee } from './fees.ts';
import { type ShippingZone, shippingZone, type ZoneRates } from './shipping.ts';
import { CURRENT_TERMS } from './terms/termsFor.ts';

/** The price data of a listing; the rates are its seller's. */
export type Priced = { price: Cents; country: string; rates: ZoneRates };

export type AllIn = { fee: Cents; shipping: Cents; total: Cents };

/** The total of a purchase: item, fee and shipping to a zone. */
export const totalIn = ({ price, rates }: Omit<Priced, 'country'>, zone: ShippingZone): Cents =>
  price + platformFee(price, CURRENT_TERMS) + rates[zone];

/** The total for a buyer in that country now; undefined if the seller does not ship there. */
export const allIn = (offer: Priced, destination: string): AllIn | undefined => {
  const zone = shippingZone(offer.country, destination);
  if (!zone) return undefined;
  return { fee: platformFee(offer.price, CURRENT_TERMS), shipping: offer.rates[zone], total: totalIn(offer, zone) };
};

/** The zone for sellers of other countries; undefined if none ship there. */
export const zoneFromAbroad = (destination: string): ShippingZone | undefined => shippingZone('', destination);
