import { REGISTRATION_COUNTRIES, SHIPPING_COUNTRIES } from '../catalogue/countries.ts';
import type { Cents } from '../shared/money.ts';
import type { Terms } from './terms/terms.ts';
import { CURRENT_TERMS } from './terms/termsFor.ts';

export const SHIPPING_ZONES = ['domestic', 'continental', 'international'] as const;
export type ShippingZone = (typeof SHIPPING_ZONES)[number];

type Zones = Pick<Terms, 'internationalShipping'>;

/** The zones a purchase may be sent to; the terms may close the international one. */
export const offeredCountries = ({
  internationalShipping,
}: Zones = CURRENT_TERMS): readonly (typeof SHIPPING_COUNTRIES)[number][] =>
  internationalShipping ? SHIPPING_COUNTRIES : REGISTRATION_COUNTRIES;

/** Rates in cents; null if none is set. */
export type ShippingRates = Readonly<Record<ShippingZone, Cents | null>>;

/** The shipping cost per zone, in cents. */
export type ZoneRates = Readonly<Record<ShippingZone, Cents>>;

/** The rates of one listing; null uses the seller's. */
export type OwnRates = { domestic: Cents; continental: Cents; international: Cents | null };

export const DEFAULT_SHIPPING_RATES = { domestic: 500, continental: 1500, international: 3000 } as const;

/** The origin of a listing whose seller has no country. */
export const DEFAULT_SELLER_COUNTRY = 'Netherlands';

/** The zone of a parcel; undefined for an unknown country or a closed international zone. */
export const shippingZone = (
  sellerCountry: string,
  buyerCountry: string,
  { internationalShipping }: Zones = CURRENT_TERMS,
): ShippingZone | undefined => {
  if (!(SHIPPING_COUNTRIES as readonly string[]).includes(buyerCountry)) return undefined;
  if (buyerCountry === sellerCountry) return 'domestic';
  if ((REGISTRATION_COUNTRIES as readonly string[]).includes(buyerCountry)) return 'continental';
  return internationalShipping ? 'international' : undefined;
};

/** The shipping cost in cents: the listing's rate for the zone, else the seller's, else the default. */
export const shippingCost = (
  zone: ShippingZone,
  sellers: Partial<ShippingRates> | null,
  own: OwnRates | null = null,
): Cents => own?.[zone] ?? sellers?.[zone] ?? DEFAULT_SHIPPING_RATES[zone];

/** The effective rates of a listing per zone. */
export const ratesTaken = (sellers: Partial<ShippingRates> | null, own: OwnRates | null): ZoneRates => ({
  domestic: shippingCost('domestic', sellers, own),
  continental: shippingCost('continental', sellers, own),
  international: shippingCost('international', sellers, own),
});
