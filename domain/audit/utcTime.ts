const TIME = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
});

/** Everybody who reads a history reads the same times: `14 Nov 2026, 19:34:02`, in UTC. */
export const utcTime = (iso: string): string => TIME.format(new Date(iso)).replace('Sept', 'Sep');
