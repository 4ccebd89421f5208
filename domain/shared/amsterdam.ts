import { DAY, HOUR, type Instant } from './instants.ts';

export const SUNDAY = 0;
export const SATURDAY = 6;

/** Days since 1 January 1970, a Thursday. */
export type DayNumber = number;

/** Caches the value of each year. */
export const ofEachYear = <Value>(workOut: (year: number) => Value): ((year: number) => Value) => {
  const known = new Map<number, Value>();
  return (year) => {
    const value = known.get(year) ?? workOut(year);
    known.set(year, value);
    return value;
  };
};

export const dayNumber = (year: number, month: number, day: number): DayNumber => Date.UTC(year, month - 1, day) / DAY;
export const weekday = (day: DayNumber): number => (((day + 4) % 7) + 7) % 7;
const lastSunday = (year: number, month: 3 | 10): DayNumber =>
  dayNumber(year, month, 31) - weekday(dayNumber(year, month, 31));
const newYear = ofEachYear((year) => dayNumber(year, 1, 1));
export const yearOf = (day: DayNumber): number => {
  const guess = 1970 + Math.floor(day / 365.2425);
  return day < newYear(guess) ? guess - 1 : day >= newYear(guess + 1) ? guess + 1 : guess;
};

const summerOf = ofEachYear((year) => ({
  begins: lastSunday(year, 3) * DAY + HOUR,
  ends: lastSunday(year, 10) * DAY + HOUR,
}));

/** Amsterdam's clock ahead of UTC, in ms. Summer time runs from the last Sunday of March to that of October, 01:00 UTC. */
const offsetAt = (instant: Instant): number => {
  const { begins, ends } = summerOf(yearOf(Math.floor(instant / DAY)));
  return (instant >= begins && instant < ends ? 2 : 1) * HOUR;
};

export const localDay = (instant: Instant): DayNumber => Math.floor((instant + offsetAt(instant)) / DAY);
export const localTime = (instant: Instant): number => instant + offsetAt(instant) - localDay(instant) * DAY;

/** `time`: ms since midnight on the wall clock. A time that the spring change skips counts as one hour later. */
export const instantOf = (day: DayNumber, time: number): Instant => {
  const wall = day * DAY + time;
  return wall - offsetAt(wall - offsetAt(wall - 2 * HOUR));
};

/** `2026-11-21` */
export const dayName = (day: DayNumber): string => new Date(day * DAY).toISOString().slice(0, 10);

/** The last day on which `hour` o'clock in Amsterdam has passed by `now`. */
export const lastDayAt = (now: Instant, hour: number): DayNumber => {
  const today = localDay(now);
  return instantOf(today, hour * HOUR) <= now ? today : today - 1;
};

/** The same for one day of the week (0 is Sunday). */
export const lastWeekdayAt = (now: Instant, day: number, hour: number): DayNumber => {
  const latest = lastDayAt(now, hour);
  return latest - ((weekday(latest) - day + 7) % 7);
};

/** Midnight in Amsterdam at the start of the day. */
export const startOfDay = (day: DayNumber): Instant => instantOf(day, 0);
