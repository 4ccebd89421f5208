import { expect, test } from 'vitest';
import { openDispute } from '#application/contract/escrow.ts';
import { listingQuery } from '#application/contract/listingSearch.ts';
import { listingFields } from '#application/contract/listings.ts';
import { shippingRatesUpdate } from '#application/contract/shippingRates.ts';

const price = (sent: unknown) => listingFields.shape.price.safeParse(sent);
const rate = (sent: unknown) => shippingRatesUpdate.shape.domesticRate.safeParse(sent);
const claim = (sent: unknown) => openDispute.shape.claim.safeParse(sent);
const bound = (sent: unknown) => listingQuery.shape.minPrice.safeParse(sent);

test.each([
  45.505,
  '45.505',
  '45,50',
  '1.250,00',
  '1e1',
  'NaN',
  Number.NaN,
  Infinity,
  -1,
  '-1',
  '€45',
  null,
  [45],
  true,
])('rejects %j as an amount of money: the browser parses human notation', (sent) => {
  for (const amount of [price, rate, claim, bound]) expect(amount(sent).success).toBe(false);
});

test.each([
  [45.5, 4550],
  ['45.50', 4550],
  ['45', 4500],
  [1e1, 1000],
])('accepts %j as %i cents', (sent, cents) => {
  for (const amount of [price, rate, claim]) expect(amount(sent)).toEqual({ success: true, data: cents });
});
