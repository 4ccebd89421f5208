import { DAY, HOUR, MINUTE } from './instants.ts';

const NUMBERS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** Numbers up to twelve as a word. */
export const spelled = (count: number): string => NUMBERS[count] ?? String(count);

const counted = (count: number, unit: string): string => `${spelled(count)} ${unit}${count === 1 ? '' : 's'}`;

/** `two minutes` */
export const minutesSpelled = (ms: number): string => counted(ms / MINUTE, 'minute');
/** `seven days` */
export const daysSpelled = (ms: number): string => counted(ms / DAY, 'day');
/** `one hour` */
export const hoursSpelled = (ms: number): string => counted(ms / HOUR, 'hour');
/** `two years` */
export const yearsSpelled = (years: number): string => counted(years, 'year');
/** As a waiting time: `an hour`, `a day`, `a week`, `three days`. */
export const aLengthOf = (ms: number): string => {
  if (ms === 7 * DAY) return 'a week';
  if (ms === DAY) return 'a day';
  if (ms === HOUR) return 'an hour';
  return ms % DAY === 0 ? daysSpelled(ms) : hoursSpelled(ms);
};
