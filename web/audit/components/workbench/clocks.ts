import { instantOf, localDay, localTime } from '#domain/shared/amsterdam.ts';
import { DAY, MINUTE } from '#domain/shared/instants.ts';
import type { Zone } from './zones.ts';

/** The wall clock of a zone, in ms since its own 1 January 1970. Elapsed times have no clock, so it is UTC there. */
export const clockIn = (zone: Zone, instant: number): number => {
  if (zone === 'amsterdam') return localDay(instant) * DAY + localTime(instant);
  return zone === 'local' ? instant - new Date(instant).getTimezoneOffset() * MINUTE : instant;
};

/** The instant at which the clock of a zone shows a time. */
export const instantIn = (zone: Zone, clock: number): number => {
  const day = Math.floor(clock / DAY);
  if (zone === 'amsterdam') return instantOf(day, clock - day * DAY);
  if (zone !== 'local') return clock;
  const date = new Date(day * DAY);
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), 0, 0, 0, clock - day * DAY).getTime();
};
