import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barsOf, MOST_BARS } from '#domain/audit/eventHistogram.ts';
import { DAY } from '#domain/shared/instants.ts';

test('draws one bar per day, and a gap as an empty bar', () => {
  expect(
    barsOf([
      { day: 20_003, count: 2 },
      { day: 20_001, count: 5 },
    ]),
  ).toEqual([
    { from: 20_001 * DAY, until: 20_002 * DAY, count: 5 },
    { from: 20_002 * DAY, until: 20_003 * DAY, count: 0 },
    { from: 20_003 * DAY, until: 20_004 * DAY, count: 2 },
  ]);
  expect(barsOf([])).toEqual([]);
});

test('draws at most so many bars, without a gap, and loses no event', () => {
  const day = fc.record({ day: fc.integer({ min: 0, max: 60_000 }), count: fc.integer({ min: 1, max: 1_000 }) });
  fc.assert(
    fc.property(fc.uniqueArray(day, { selector: (one) => one.day, minLength: 1, maxLength: 30 }), (days) => {
      const bars = barsOf(days);
      expect(bars.length).toBeLessThanOrEqual(MOST_BARS);
      for (const [index, bar] of bars.entries()) expect(bar.from).toBe(bars[index - 1]?.until ?? bar.from);
      for (const bar of bars) {
        const within = days.filter(({ day }) => day * DAY >= bar.from && day * DAY < bar.until);
        expect(bar.count).toBe(within.reduce((sum, { count }) => sum + count, 0));
      }
      const all = (counted: readonly { count: number }[]) => counted.reduce((sum, { count }) => sum + count, 0);
      expect(all(bars)).toBe(all(days));
    }),
  );
});
