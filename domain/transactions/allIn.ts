import type { Cents } from '../shared/money.ts';
import { platformFee } from './fees.ts';
import { CURRENT_TERMS } from './limits.ts';
import { type ShippingZone, shippingZone, type ZoneRates } from './shipping.ts';

/** What is on offer, as far as its price goes; the rates are those of its seller. */
export type Priced = { price: Cents; country: string; rates: ZoneRates };

export type AllIn = { fee: Cents; shipping: Cents; total: Cents };

/** What a purchase costs in all: item, fee, and the shipping to a zone. */
export const totalIn = ({ price, rates }: Omit<Priced, 'country'>, zone: ShippingZone): Cents =>
  price + platformFee(price, CURRENT_TERMS) + rates[zone];

/** What a purchase that began now would cost a buyer there; undefined where nothing is sent. */
export const allIn = (offer: Priced, destination: string): AllIn | undefined => {
  const zone = shippingZone(offer.country, destination);
  if (!zone) return undefined;
  return { fee: platformFee(offer.price, CURRENT_TERMS), shipping: offer.rates[zone], total: totalIn(offer, zone) };
};

/** From where a seller of another country sends; undefined where nobody else sends to. */
export const zoneFromAbroad = (destination: string): ShippingZone | undefined => shippingZone('', destination);
