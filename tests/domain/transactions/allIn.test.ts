import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REGISTRATION_COUNTRIES, SHIPPING_COUNTRIES } from '#domain/catalogue/countries.ts';
import { allIn } from '#domain/transactions/allIn.ts';
import { platformFee, totalOf } from '#domain/transactions/fees.ts';
import {
  DEFAULT_SHIPPING_RATES,
  type OwnRates,
  ratesTaken,
  shippingCost,
  shippingZone,
} from '#domain/transactions/shipping.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';

const offer = { price: 10_000, country: 'France', rates: { domestic: 300, continental: 900, international: 2_500 } };

test.each([
  ['France', 300, 10_875],
  ['Italy', 900, 11_475],
  ['Norway', 900, 11_475],
  ['Japan', 2_500, 13_075],
])('adds item, fee and the rate of the zone for %s', (destination, shipping, total) =>
  expect(allIn(offer, destination)).toEqual({ fee: 575, shipping, total }),
);

test('has no total for a country without shipping', () => {
  expect(allIn(offer, 'Atlantis')).toBeUndefined();
  expect(allIn({ ...offer, country: 'Atlantis' }, 'Atlantis')).toBeUndefined();
});

const rate = fc.integer({ min: 0, max: 10_000 });
const whole = fc.record({ domestic: rate, continental: rate, international: rate });
const own: fc.Arbitrary<OwnRates> = fc.record({
  domestic: rate,
  continental: rate,
  international: fc.option(rate),
});

test('uses the listing’s rate, then the seller’s, then the default', () =>
  fc.assert(
    fc.property(
      fc.record({
        price: fc.integer({ min: 100, max: 4_000_000 }),
        country: fc.constantFrom(...REGISTRATION_COUNTRIES),
        destination: fc.constantFrom(...SHIPPING_COUNTRIES),
        sellers: fc.option(whole),
        listings: fc.option(own),
      }),
      ({ price, country, destination, sellers, listings }) => {
        const zone = shippingZone(country, destination)!;
        const rates = ratesTaken(sellers, listings);
        const expected = listings?.[zone] ?? sellers?.[zone] ?? DEFAULT_SHIPPING_RATES[zone];
        const fee = platformFee(price, CURRENT_TERMS);
        expect(allIn({ price, country, rates }, destination)).toEqual({
          fee,
          shipping: expected,
          total: price + fee + expected,
        });
        expect(shippingCost(zone, sellers, listings)).toBe(expected);
        expect(totalOf({ amount: price, fee }, shippingCost(zone, sellers, listings))).toBe(price + fee + expected);
      },
    ),
  ));
