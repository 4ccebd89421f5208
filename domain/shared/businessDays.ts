import { DAY, HOUR, type Instant } from './instants.ts';

/** Part of every policyVersion: Monday to Friday without TARGET closing days, by the clocks of Amsterdam. */
export const BUSINESS_CALENDAR = 'TARGET-Europe/Amsterdam';

const SUNDAY = 0;
const SATURDAY = 6;

/** A calendar day as the number of days since 1 January 1970, which was a Thursday. */
type DayNumber = number;

const dayNumber = (year: number, month: number, day: number): DayNumber => Date.UTC(year, month - 1, day) / DAY;
const weekday = (day: DayNumber): number => (((day + 4) % 7) + 7) % 7;
const lastSunday = (year: number, month: 3 | 10): DayNumber =>
  dayNumber(year, month, 31) - weekday(dayNumber(year, month, 31));
const yearOf = (day: DayNumber): number => {
  const guess = 1970 + Math.floor(day / 365.2425);
  return day < dayNumber(guess, 1, 1) ? guess - 1 : day >= dayNumber(guess + 1, 1, 1) ? guess + 1 : guess;
};

/** Amsterdam's clock ahead of UTC, in ms. Summer time runs from the last Sunday of March to that of October, 01:00 UTC. */
const offsetAt = (instant: Instant): number => {
  const year = yearOf(Math.floor(instant / DAY));
  const summer = instant >= lastSunday(year, 3) * DAY + HOUR && instant < lastSunday(year, 10) * DAY + HOUR;
  return (summer ? 2 : 1) * HOUR;
};

const localDay = (instant: Instant): DayNumber => Math.floor((instant + offsetAt(instant)) / DAY);
const localTime = (instant: Instant): number => instant + offsetAt(instant) - localDay(instant) * DAY;

/** A wall-clock time that the spring change skips is read as the one an hour later. */
const instantOf = (day: DayNumber, time: number): Instant => {
  const wall = day * DAY + time;
  return wall - offsetAt(wall - offsetAt(wall - 2 * HOUR));
};

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

const closes = (day: DayNumber): boolean => {
  const year = yearOf(day);
  const sunday = easter(year);
  const closingDays = [
    dayNumber(year, 1, 1),
    sunday - 2,
    sunday + 1,
    dayNumber(year, 5, 1),
    dayNumber(year, 12, 25),
    dayNumber(year, 12, 26),
  ];
  return closingDays.includes(day);
};

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

/** The same time of day on the next business day. */
export const nextBusinessDay = (instant: Instant): Instant => addBusinessDays(instant, 1);

/** `hour` o'clock in Amsterdam, `count` business days after the instant's day; 0 is the day itself, business day or not. */
export const businessHour = (instant: Instant, count: number, hour: number): Instant =>
  instantOf(openDayAfter(localDay(instant), count), hour * HOUR);
