import { expect, test } from 'vitest';
import { INTERNATIONAL_COUNTRIES, REGISTRATION_COUNTRIES } from '#domain/catalogue/countries.ts';
import { offeredCountries, shippingCost, shippingZone } from '#domain/transactions/shipping.ts';

const CLOSED = { internationalShipping: false };

test('ships domestically within a country, continentally to the 30, internationally elsewhere [L-005]', () => {
  expect(REGISTRATION_COUNTRIES).toHaveLength(30);
  for (const country of REGISTRATION_COUNTRIES)
    expect(shippingZone('Netherlands', country)).toBe(country === 'Netherlands' ? 'domestic' : 'continental');
  for (const country of INTERNATIONAL_COUNTRIES) expect(shippingZone('Netherlands', country)).toBe('international');
  expect(shippingZone('Netherlands', 'Atlantis')).toBeUndefined();
});

test('closed terms offer no international zone and none of its countries [L-006] [D2-089]', () => {
  expect(offeredCountries({ internationalShipping: true })).toEqual([
    ...REGISTRATION_COUNTRIES,
    ...INTERNATIONAL_COUNTRIES,
  ]);
  expect(offeredCountries(CLOSED)).toEqual(REGISTRATION_COUNTRIES);
  expect(shippingZone('Netherlands', 'Japan', CLOSED)).toBeUndefined();
  expect(shippingZone('Netherlands', 'France', CLOSED)).toBe('continental');
});

test('uses the seller’s rate, or else €5, €15 and €30 [D2-377]', () => {
  expect(['domestic', 'continental', 'international'].map((zone) => shippingCost(zone as 'domestic', null))).toEqual([
    500, 1_500, 3_000,
  ]);
  expect(shippingCost('domestic', { domestic: 0, continental: 900, international: null })).toBe(0);
  expect(shippingCost('continental', { domestic: 0, continental: 900, international: null })).toBe(900);
  expect(shippingCost('international', { domestic: 0, continental: 900, international: null })).toBe(3_000);
});
