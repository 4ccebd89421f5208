import { DAY, type Instant } from '../shared/instants.ts';

/** `from` is included, `until` is not. */
export type Bar = { from: Instant; until: Instant; count: number };

/** The number of bars that fit on a phone. */
export const MOST_BARS = 60;
const WIDTHS = [1, 7, 14, 28, 91, 182, 364, 1_820, 18_200];

/** Bars over whole days of UTC, without gaps. `day`: days since 1970. A long time gets wider bars, so there are never more than `MOST_BARS`. */
export const barsOf = (days: readonly { day: number; count: number }[]): Bar[] => {
  if (days.length === 0) return [];
  const first = Math.min(...days.map(({ day }) => day));
  const span = Math.max(...days.map(({ day }) => day)) - first + 1;
  const width = WIDTHS.find((days) => span <= days * MOST_BARS) ?? Math.ceil(span / MOST_BARS);
  const bars = Array.from({ length: Math.ceil(span / width) }, (_, index) => {
    const from = (first + index * width) * DAY;
    return { from, until: from + width * DAY, count: 0 };
  });
  for (const { day, count } of days) bars[Math.floor((day - first) / width)]!.count += count;
  return bars;
};
