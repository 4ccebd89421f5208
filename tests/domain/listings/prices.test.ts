import { expect, test } from 'vitest';
import { askedNow, reducedFrom } from '#domain/listings/prices.ts';
import { DAY } from '#domain/shared/instants.ts';

const AT = Date.UTC(2026, 4, 7);
/** Of prices from days on, what another one on a day is reduced from. */
const reduced = (prices: [day: number, price: number][], [day, price]: [day: number, price: number]) =>
  reducedFrom(
    prices.reduce<ReturnType<typeof askedNow>>((asked, [from, cents]) => askedNow(asked, cents, AT + from * DAY), []),
    price,
    AT + day * DAY,
  );

test('a lower price is reduced from the one before, however long that stood', () => {
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

test('the same or a higher price is none, nor is the first', () => {
  expect(reduced([[0, 5_000]], [1, 5_000])).toBeNull();
  expect(reduced([[0, 5_000]], [1, 6_000])).toBeNull();
  expect(reduced([], [0, 5_000])).toBeNull();
});

test('what is raised first is not reduced by coming back within thirty days, and is measured by the lowest', () => {
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

test('a thousand changes leave few to remember', () => {
  let asked: ReturnType<typeof askedNow> = [];
  for (let n = 0; n < 1_000; n++) asked = askedNow(asked, 5_000 + ((n * 7_919) % 100), AT + n);
  expect(asked.length).toBeLessThan(60);
  expect(reducedFrom(asked, 4_999, AT + DAY)).toBe(5_000);
});
