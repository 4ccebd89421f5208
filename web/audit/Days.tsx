import { DAY } from '#domain/shared/instants.ts';
import { Input } from '../ui/Input.tsx';
import { useAddress } from '../ui/useAddress.ts';

/** `2026-11-14` → the beginning of that day in UTC, or of one `later`; empty for anything else. */
export const instantOfDay = (day: string, later = 0): string => {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN;
  return Number.isNaN(ms) ? '' : new Date(ms + later * DAY).toISOString();
};

/** `from` and `to` of the page's address: whole days in UTC, the last one included. */
export const Days = () => {
  const { of, change } = useAddress();
  return (
    <>
      <Input
        label="From"
        type="date"
        value={of('from')}
        max={of('to') || undefined}
        onChange={({ target }) => change({ from: target.value })}
      />
      <Input
        label="To"
        type="date"
        value={of('to')}
        min={of('from') || undefined}
        onChange={({ target }) => change({ to: target.value })}
      />
    </>
  );
};
