import {
  type DayNumber,
  dayNumber,
  instantOf,
  localDay,
  localTime,
  ofEachYear,
  SATURDAY,
  SUNDAY,
  weekday,
  yearOf,
} from './amsterdam.ts';
import { HOUR, type Instant } from './instants.ts';

/** Easter Sunday by the Gregorian computus (Meeus, Jones, Butcher). */
const easter = (year: number): DayNumber => {
  const a = year % 19;
  const century = Math.floor(year / 100);
  const d = Math.floor((8 * century + 13) / 25);
  const h = (19 * a + century - Math.floor(century / 4) - d + 15) % 30;
  const moon = h - Math.floor(h / 28) * (1 - Math.floor(29 / (h + 1)) * Math.floor((21 - a) / 11));
  const step = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7;
  return dayNumber(year, 3, 28) + moon - step;
};

const closingDaysOf = ofEachYear((year): readonly DayNumber[] => {
  const sunday = easter(year);
  return [
    dayNumber(year, 1, 1),
    sunday - 2,
    sunday + 1,
    dayNumber(year, 5, 1),
    dayNumber(year, 12, 25),
    dayNumber(year, 12, 26),
  ];
});

const closes = (day: DayNumber): boolean => closingDaysOf(yearOf(day)).includes(day);

const opens = (day: DayNumber): boolean => weekday(day) !== SUNDAY && weekday(day) !== SATURDAY && !closes(day);

const openDayAfter = (day: DayNumber, count: number): DayNumber => {
  let last = day;
  for (let left = count; left > 0; ) if (opens(++last)) left--;
  return last;
};

/** Whether the instant falls on a business day in Amsterdam. */
export const isBusinessDay = (instant: Instant): boolean => opens(localDay(instant));

/** The same time of day in Amsterdam, `count` (0 or more) business days later; the first one is strictly after the given day. */
export const addBusinessDays = (instant: Instant, count: number): Instant =>
  instantOf(openDayAfter(localDay(instant), count), localTime(instant));

/** `hour` o'clock in Amsterdam, `count` business days after the instant's day; 0 is the day itself, business day or not. */
export const businessHour = (instant: Instant, count: number, hour: number): Instant =>
  instantOf(openDayAfter(localDay(instant), count), hour * HOUR);

/** Business days after the day of `from`, up to and including that of `to`. 0 on the same day. */
export const businessDaysBetween = (from: Instant, to: Instant): number => {
  let count = 0;
  for (let day = localDay(from) + 1; day <= localDay(to); day++) if (opens(day)) count++;
  return count;
};
