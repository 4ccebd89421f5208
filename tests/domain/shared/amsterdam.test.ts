import { expect, test } from 'vitest';
import { dayName, lastDayAt, lastWeekdayAt, startOfDay } from '#domain/shared/amsterdam.ts';

const at = (text: string) => Date.parse(text);

test.each([
  ['in winter', '2026-01-15T01:59:59Z', '2026-01-14'],
  ['in winter, on the stroke', '2026-01-15T02:00:00Z', '2026-01-15'],
  ['in summer', '2026-07-15T00:59:59Z', '2026-07-14'],
  ['in summer, on the stroke', '2026-07-15T01:00:00Z', '2026-07-15'],
  ['when the clocks go forward past it', '2026-03-29T01:00:00Z', '2026-03-29'],
  ['before the clocks go forward', '2026-03-29T00:59:59Z', '2026-03-28'],
  ['when the clocks go back', '2026-10-25T02:00:00Z', '2026-10-25'],
  ['in the hour that comes twice', '2026-10-25T01:30:00Z', '2026-10-24'],
])('finds the last 03:00, %s', (_, now, day) => {
  expect(dayName(lastDayAt(at(now), 3))).toBe(day);
});

test.each([
  ['on a Monday after it', '2026-11-23T08:00:00Z', '2026-11-23'],
  ['on a Monday before it', '2026-11-23T06:59:59Z', '2026-11-16'],
  ['on a Sunday', '2026-11-22T12:00:00Z', '2026-11-16'],
  ['on a Saturday', '2026-11-21T12:00:00Z', '2026-11-16'],
])('finds the last Monday at 08:00, %s', (_, now, day) => {
  expect(dayName(lastWeekdayAt(at(now), 1, 8))).toBe(day);
});

test('starts days at midnight in Amsterdam', () => {
  expect(startOfDay(lastDayAt(at('2026-07-15T12:00:00Z'), 0))).toBe(at('2026-07-14T22:00:00Z'));
  expect(startOfDay(lastDayAt(at('2026-01-15T12:00:00Z'), 0))).toBe(at('2026-01-14T23:00:00Z'));
});
