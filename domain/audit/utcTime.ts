const TIME = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
});

/** Histories show UTC, so every reader sees the same times: `14 Nov 2026, 19:34:02`. */
export const utcTime = (iso: string): string => TIME.format(new Date(iso)).replace('Sept', 'Sep');
