import { DAY } from '#domain/shared/instants.ts';
import { Input } from '../../ui/Input.tsx';
import { useAddress } from '../../ui/useAddress.ts';

/** `2026-11-14` → start of that day in UTC, or `later` days after it; empty for anything else. */
export const instantOfDay = (day: string, later = 0): string => {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN;
  return Number.isNaN(ms) ? '' : new Date(ms + later * DAY).toISOString();
};

/** URL parameters `from` and `to`: whole UTC days, both included. */
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
