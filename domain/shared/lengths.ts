import { DAY, HOUR, MINUTE } from './instants.ts';

/** `1 day`, `2 days` */
export const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

export const inMinutes = (ms: number): string => counted(ms / MINUTE, 'minute');
export const inHours = (ms: number): string => counted(ms / HOUR, 'hour');
export const inDays = (ms: number): string => counted(ms / DAY, 'day');
export const inBusinessDays = (count: number): string => counted(count, 'business day');

/** In the largest unit that divides it: `30 minutes`, `74 hours`, `4 days`. */
export const inWhole = (ms: number): string => {
  if (ms % DAY === 0) return inDays(ms);
  return ms % HOUR === 0 ? inHours(ms) : inMinutes(ms);
};

/** Rounded up, for waits: `1 minute`, `90 minutes`, `3 hours`, `6 days`. */
export const inAbout = (ms: number): string => {
  if (ms <= 90 * MINUTE) return counted(Math.max(1, Math.ceil(ms / MINUTE)), 'minute');
  return ms <= 48 * HOUR ? counted(Math.ceil(ms / HOUR), 'hour') : counted(Math.ceil(ms / DAY), 'day');
};
