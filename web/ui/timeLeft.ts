export type TimeLeft = { days: number; hours: number; minutes: number };

/** Whole minutes from now to then, zero once it has passed. */
export const timeLeft = (until: string, now: number): TimeLeft => {
  const minutes = Math.max(0, Math.floor((Date.parse(until) - now) / 60_000));
  return { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60), minutes: minutes % 60 };
};

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** `2 days, 17 hours and 48 minutes left` */
export const inWords = ({ days, hours, minutes }: TimeLeft): string =>
  `${counted(days, 'day')}, ${counted(hours, 'hour')} and ${counted(minutes, 'minute')} left`;
