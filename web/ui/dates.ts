import { DAY, HOUR, MINUTE } from '#domain/shared/instants.ts';
import { serverNow } from '../api/serverTime.ts';

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options);

const DATE = format({ day: 'numeric', month: 'short', year: 'numeric' });
const DAY_AND_MONTH = format({ day: 'numeric', month: 'short' });
const TIME_IN_ZONE = format({ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' });
const TIME = format({ hour: '2-digit', minute: '2-digit' });
const MONTH = format({ month: 'long', year: 'numeric' });

/** "7 May 2025" */
export const shortDate = (iso: string): string => DATE.format(new Date(iso)).replace('Sept', 'Sep');
/** "7 May" */
export const shortDay = (iso: string): string => DAY_AND_MONTH.format(new Date(iso)).replace('Sept', 'Sep');
/** "28 Nov 2026, 14:12 CET": every time names its zone, as people in several countries share it. */
export const dateTime = (iso: string): string => `${shortDate(iso)}, ${TIME_IN_ZONE.format(new Date(iso))}`;
/** The same, for a time that is ahead. */
export const dueTime = dateTime;
/** "14:12": in conversations, whose full time with its zone is the tooltip. */
export const timeOfDay = (iso: string): string => TIME.format(new Date(iso));
/** "March 2022" */
export const monthAndYear = (iso: string): string => MONTH.format(new Date(iso));

/** Notifications and activity: "just now", "7m ago", "2h ago", "3d ago", from a week on "7 May 2025". */
export const timeAgo = (iso: string, now: number = serverNow()): string => {
  const age = now - Date.parse(iso);
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)}h ago`;
  if (age < 7 * DAY) return `${Math.floor(age / DAY)}d ago`;
  return shortDate(iso);
};

const RELATIVE = new Intl.RelativeTimeFormat('en-GB');

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
];

/** Listings: "2 days ago", "3 months ago", "just now". */
export const postedAgo = (iso: string, now: number = serverNow()): string => {
  const age = now - Date.parse(iso);
  const unit = UNITS.find(([, length]) => age >= length);
  return unit ? RELATIVE.format(-Math.floor(age / unit[1]), unit[0]) : 'just now';
};
