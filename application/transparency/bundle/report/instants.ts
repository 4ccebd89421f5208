import { dayName, localDay, localTime } from '#domain/shared/amsterdam.ts';
import { DAY } from '#domain/shared/instants.ts';
import { isInstant } from '../findings.ts';

/** Does not use `Intl`, because its texts differ between browsers and the verifier must write the same page. */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const day = (name: string): string => {
  const [year, month, date] = name.split('-');
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`;
};
const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 19);

/** False beyond the years that a calendar day can be written for. */
const isTold = (instant: unknown): instant is number => isInstant(Number(instant)) && Math.abs(Number(instant)) < 6e13;

const UNKNOWN = 'an unknown time';
const utcDay = (instant: number): string => day(new Date(instant).toISOString().slice(0, 10));
const amsterdamDay = (instant: number): string => day(dayName(localDay(instant)));
const amsterdamClock = (instant: number): string => clock(localTime(instant) % DAY);

/** `22 Nov 2026, 03:00:05`, in UTC. */
export const utc = (instant: number): string => (isTold(instant) ? `${utcDay(instant)}, ${clock(instant)}` : UNKNOWN);

/** The same in Amsterdam. */
export const amsterdam = (instant: number): string =>
  isTold(instant) ? `${amsterdamDay(instant)}, ${amsterdamClock(instant)}` : UNKNOWN;

/** Three lines: the day and the time in Amsterdam, and the time in UTC with its day if that differs. */
export const inBothZones = (instant: number): [string, string, string] => {
  if (!isTold(instant)) return [UNKNOWN, '', ''];
  const [here, there] = [amsterdamDay(instant), utcDay(instant)];
  const utcTime = here === there ? clock(instant) : utc(instant);
  return [here, `${amsterdamClock(instant)} Amsterdam`, `${utcTime} UTC`];
};
