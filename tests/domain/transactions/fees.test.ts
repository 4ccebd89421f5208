import { expect, test } from 'vitest';
import { platformFee, split, totalOf } from '#domain/transactions/fees.ts';
import { MOST_PRICE } from '#domain/transactions/limits.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';

test('charges 5 % of the price, rounded half up, plus €0.75 for all 4,000,000 legal prices [L-004] [D2-367] [D2-368]', () => {
  // counts whole twentieths of a cent, without division or floats: half up is (20ths + 10) / 20
  let twentieths = 0n;
  let rounded = 0n;
  let wrong = 0;
  for (let price = 1; price <= MOST_PRICE; price++) {
    twentieths += 1n;
    if (twentieths === 10n) rounded += 1n;
    if (twentieths === 20n) twentieths = 0n;
    if (platformFee(price, CURRENT_TERMS) !== Number(rounded) + 75) wrong++;
  }
  expect(wrong).toBe(0);
  expect(rounded).toBe((BigInt(MOST_PRICE) * 5n + 50n) / 100n);
});

test.each([
  [1, 75],
  [9, 75],
  [10, 76],
  [2_500, 200],
  [4_000_000, 200_075],
])('charges %d cents a fee of %d [L-004]', (price, fee) => {
  expect(platformFee(price, CURRENT_TERMS)).toBe(fee);
});

test('adds price, fee and shipping to the total and nothing else [D2-373] [D2-006]', () => {
  expect(totalOf({ amount: 2_500, fee: 200 }, 500)).toBe(2_500 + 200 + 500);
  expect(totalOf({ amount: 1, fee: 75 }, 0)).toBe(76);
});

test('keeps the full fee in a partial refund and charges none in a full one [L-101]', () => {
  expect(split(1_000, 100, 0)).toEqual({ toBuyer: 0, toSeller: 900, fee: 100 });
  expect(split(1_000, 100, 900)).toEqual({ toBuyer: 900, toSeller: 0, fee: 100 });
  expect(split(1_000, 100, 1_000)).toEqual({ toBuyer: 1_000, toSeller: 0, fee: 0 });
  for (const impossible of [-1, 901, 999, 1_001]) expect(split(1_000, 100, impossible)).toBeUndefined();
});
