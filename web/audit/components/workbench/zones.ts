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

/** The same with its zone, for a place without a head that names it. */
export const namedTimeIn = (zone: Zone, instant: number, first: number): string =>
  zone === 'elapsed'
    ? timeIn(zone, instant, first)
    : `${timeIn(zone, instant, first)} ${zone === 'utc' ? 'UTC' : ZONE_WORDS[zone]}`;
