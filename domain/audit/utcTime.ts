const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Histories show UTC, so every reader sees the same times: `14 Nov 2026, 19:34:02`. `Intl` takes ten times as long, and a read model formats every event. */
export const utcTime = (iso: string): string => {
  const [day, time] = new Date(iso).toISOString().split('T') as [string, string];
  const [year, month, date] = day.split('-');
  return `${date} ${MONTHS[Number(month) - 1]} ${year}, ${time.slice(0, 8)}`;
};
