import { expect, test } from 'vitest';
import { allIn } from '#domain/transactions/allIn.ts';

const offer = { price: 10_000, country: 'France', rates: { domestic: 300, continental: 900, international: 2_500 } };

test.each([
  ['France', 300, 10_875],
  ['Italy', 900, 11_475],
  ['Norway', 900, 11_475],
  ['Japan', 2_500, 13_075],
])('sent to %s it costs the item, its fee and the rate of the zone', (destination, shipping, total) =>
  expect(allIn(offer, destination)).toEqual({ fee: 575, shipping, total }),
);

test('of a country that nothing is sent to there is no total', () => {
  expect(allIn(offer, 'Atlantis')).toBeUndefined();
  expect(allIn({ ...offer, country: 'Atlantis' }, 'Atlantis')).toBeUndefined();
});
