import { MINUTE } from './instants.ts';

export type TimeLeft = { days: number; hours: number; minutes: number };

/** Whole minutes; a negative length is zero. */
export const inUnits = (ms: number): TimeLeft => {
  const minutes = Math.max(0, Math.floor(ms / MINUTE));
  return { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60), minutes: minutes % 60 };
};

/** `2 d 17 h`, `17 h 48 m`, `48 m`. To the nearest minute, so six days less a second are `6 d 0 h`. */
export const durationInShort = (ms: number): string => {
  const { days, hours, minutes } = inUnits(ms + MINUTE / 2);
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes} m` : `${minutes} m`;
};
