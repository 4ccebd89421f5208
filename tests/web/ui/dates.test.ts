import { expect, test } from 'vitest';
import { dateTime, dueTime } from '#web/ui/dates.ts';

test('names the time zone of every time', () => {
  const iso = '2026-11-28T13:12:00.000Z';
  for (const told of [dateTime(iso), dueTime(iso)]) expect(told).toMatch(/\d\d:\d\d (UTC|GMT[+-]?\d*|[A-Z]{2,5})$/);
});
