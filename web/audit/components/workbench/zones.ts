import { dayNumber, instantOf } from '#domain/shared/amsterdam.ts';
import { HOUR, MINUTE } from '#domain/shared/instants.ts';

export const ZONES = ['utc', 'amsterdam', 'local', 'elapsed'] as const;
export type Zone = (typeof ZONES)[number];

export const ZONE_WORDS: Record<Zone, string> = {
  utc: 'UTC',
  amsterdam: 'Amsterdam',
  local: 'Local',
  elapsed: 'Elapsed',
};

export const zoneIn = (text: string): Zone => ZONES.find((zone) => zone === text) ?? 'utc';

const format = (timeZone: string | undefined) =>
  new Intl.DateTimeFormat('en-GB', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    ...(timeZone && { timeZone }),
  });
const FORMATS = { utc: format('UTC'), amsterdam: format('Europe/Amsterdam'), local: format(undefined) };

/** `+3 d 2 h 5 m`, `+42 s` */
const elapsed = (ms: number): string => {
  const seconds = Math.floor(Math.abs(ms) / 1000);
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const;
  const from = parts.findIndex(([count]) => count > 0);
  const shown = from < 0 ? [[0, 's'] as const] : parts.slice(from, from + 3).filter(([count]) => count > 0);
  return `${ms < 0 ? '−' : '+'}${shown.map(([count, unit]) => `${count} ${unit}`).join(' ')}`;
};

/** `14 Nov 2026, 19:34:02`; elapsed since `first`. */
export const timeIn = (zone: Zone, instant: number, first: number): string =>
  zone === 'elapsed' ? elapsed(instant - first) : FORMATS[zone].format(instant).replace('Sept', 'Sep');

const TYPED = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]+(\d{1,2}):(\d{2}))?$/;

/** A typed day or minute, read in the zone on the screen. Undefined: not a date. Without an hour it is the end of that day. */
export const typedInstant = (text: string, zone: Zone): number | undefined => {
  const found = TYPED.exec(text.trim());
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0] = found.slice(1, 4).map(Number);
  const isDay = found[4] === undefined;
  const [hour, minute] = isDay ? [23, 59] : [Number(found[4]), Number(found[5])];
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59) return undefined;
  // the whole typed minute
  const rest = MINUTE - 1;
  if (zone === 'local') return new Date(year, month - 1, day, hour, minute).getTime() + rest;
  const time = hour * HOUR + minute * MINUTE;
  const start =
    zone === 'amsterdam' ? instantOf(dayNumber(year, month, day), time) : Date.UTC(year, month - 1, day) + time;
  return start + rest;
};
