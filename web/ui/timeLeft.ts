import { durationInShort, inUnits, type TimeLeft } from '#domain/shared/durations.ts';
import { counted } from '#domain/shared/lengths.ts';

const MINUTE = 60_000;

/** Whole minutes until then; zero once past. */
export const timeLeft = (until: string, now: number): TimeLeft => inUnits(Date.parse(until) - now);

/** `2 days, 17 hours and 48 minutes left` */
export const inWords = ({ days, hours, minutes }: TimeLeft): string =>
  `${counted(days, 'day')}, ${counted(hours, 'hour')} and ${counted(minutes, 'minute')} left`;

/** For tables: `2 d 17 h left`, `due now`, `3 h 5 m overdue`. */
export const dueInShort = (dueAt: string, now: number): string => {
  const ms = Date.parse(dueAt) - now;
  if (Math.abs(ms) < MINUTE) return 'due now';
  return ms >= 0 ? `${durationInShort(ms)} left` : `${durationInShort(-ms)} overdue`;
};
