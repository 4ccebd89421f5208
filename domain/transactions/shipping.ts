import { REGISTRATION_COUNTRIES, SHIPPING_COUNTRIES } from '../catalogue/countries.ts';
import type { Cents } from '../shared/money.ts';
import type { Policy } from './policies/policy.ts';
import { TODAY } from './policy.ts';

export const SHIPPING_ZONES = ['domestic', 'continental', 'international'] as const;
export type ShippingZone = (typeof SHIPPING_ZONES)[number];

type Zones = Pick<Policy, 'internationalShipping'>;

/** Where a purchase may be sent: the international zone only while policy opens it. */
export const offeredCountries = ({
  internationalShipping,
}: Zones = TODAY): readonly (typeof SHIPPING_COUNTRIES)[number][] =>
  internationalShipping ? SHIPPING_COUNTRIES : REGISTRATION_COUNTRIES;

/** A seller's rates in cents; null where the seller set none. */
export type ShippingRates = Readonly<Record<ShippingZone, Cents | null>>;

export const DEFAULT_SHIPPING_RATES = { domestic: 500, continental: 1500, international: 3000 } as const;

/** Where a listing's seller has no country. */
export const DEFAULT_SELLER_COUNTRY = 'Netherlands';

/** Undefined: we do not ship there (an unknown country, or the international zone while policy closes it). */
export const shippingZone = (
  sellerCountry: string,
  buyerCountry: string,
  { internationalShipping }: Zones = TODAY,
): ShippingZone | undefined => {
  if (!(SHIPPING_COUNTRIES as readonly string[]).includes(buyerCountry)) return undefined;
  if (buyerCountry === sellerCountry) return 'domestic';
  if ((REGISTRATION_COUNTRIES as readonly string[]).includes(buyerCountry)) return 'continental';
  return internationalShipping ? 'international' : undefined;
};

/** In cents: the seller's own rate for the zone, else the default. */
export const shippingCost = (zone: ShippingZone, rates: Partial<ShippingRates> | null): Cents =>
  rates?.[zone] ?? DEFAULT_SHIPPING_RATES[zone];
