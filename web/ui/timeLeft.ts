import { counted } from '#domain/shared/lengths.ts';

const MINUTE = 60_000;

type TimeLeft = { days: number; hours: number; minutes: number };

const inUnits = (ms: number): TimeLeft => {
  const minutes = Math.max(0, Math.floor(ms / MINUTE));
  return { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60), minutes: minutes % 60 };
};

/** Whole minutes from now to then, zero once it has passed. */
export const timeLeft = (until: string, now: number): TimeLeft => inUnits(Date.parse(until) - now);

/** `2 days, 17 hours and 48 minutes left` */
export const inWords = ({ days, hours, minutes }: TimeLeft): string =>
  `${counted(days, 'day')}, ${counted(hours, 'hour')} and ${counted(minutes, 'minute')} left`;

/** `2 d 17 h`, `17 h 48 m`, `48 m` */
const inShort = ({ days, hours, minutes }: TimeLeft): string => {
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes} m` : `${minutes} m`;
};

/** For tables: `2 d 17 h left`, `due now`, `3 h 5 m overdue`. */
export const dueInShort = (dueAt: string, now: number): string => {
  const ms = Date.parse(dueAt) - now;
  if (Math.abs(ms) < MINUTE) return 'due now';
  return ms >= 0 ? `${inShort(inUnits(ms))} left` : `${inShort(inUnits(-ms))} overdue`;
};

/** A length of time: `2 d 22 h`. */
export const durationInShort = (ms: number): string => inShort(inUnits(ms));
