import { expect, test } from 'vitest';
import { askedNow, reducedFrom } from '#domain/listings/prices.ts';
import { DAY } from '#domain/shared/instants.ts';

const AT = Date.UTC(2026, 4, 7);
/** The price a new price is reduced from, given prices by day. */
const reduced = (prices: [day: number, price: number][], [day, price]: [day: number, price: number]) =>
  reducedFrom(
    prices.reduce<ReturnType<typeof askedNow>>((asked, [from, cents]) => askedNow(asked, cents, AT + from * DAY), []),
    price,
    AT + day * DAY,
  );

test('compares a lower price with the one before, however old', () => {
  expect(reduced([[0, 5_000]], [1, 4_500])).toBe(5_000);
  expect(reduced([[0, 5_000]], [300, 4_500])).toBe(5_000);
  expect(
    reduced(
      [
        [0, 5_000],
        [3, 4_500],
      ],
      [5, 4_000],
    ),
  ).toBe(4_500);
});

test('finds no reduction for an equal, higher or first price', () => {
  expect(reduced([[0, 5_000]], [1, 5_000])).toBeNull();
  expect(reduced([[0, 5_000]], [1, 6_000])).toBeNull();
  expect(reduced([], [0, 5_000])).toBeNull();
});

test('ignores a raise within thirty days, and compares with the lowest price', () => {
  expect(
    reduced(
      [
        [0, 5_000],
        [10, 8_000],
      ],
      [11, 5_000],
    ),
  ).toBeNull();
  expect(
    reduced(
      [
        [0, 5_000],
        [10, 8_000],
      ],
      [39, 6_000],
    ),
  ).toBeNull();
  expect(
    reduced(
      [
        [0, 5_000],
        [10, 8_000],
      ],
      [39, 4_000],
    ),
  ).toBe(5_000);
  expect(
    reduced(
      [
        [0, 5_000],
        [10, 8_000],
      ],
      [41, 6_000],
    ),
  ).toBe(8_000);
});

test('remembers few prices after a thousand changes', () => {
  let asked: ReturnType<typeof askedNow> = [];
  for (let n = 0; n < 1_000; n++) asked = askedNow(asked, 5_000 + ((n * 7_919) % 100), AT + n);
  expect(asked.length).toBeLessThan(60);
  expect(reducedFrom(asked, 4_999, AT + DAY)).toBe(5_000);
});
