import { DAY } from '#domain/shared/instants.ts';
import { Input } from '../../ui/Input.tsx';
import { useAddress } from '../../ui/useAddress.ts';

/** The start of a day such as `2026-11-14` in UTC; undefined for anything else. */
const startOfDay = (day: string): number | undefined => {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN;
  // 30 February would become a day in March
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day ? undefined : ms;
};

const faultOf = (day: string): string | undefined =>
  day === '' || startOfDay(day) !== undefined ? undefined : `“${day}” is not a day. Choose a day such as 2026-01-31.`;

/** The start of a UTC day, or of `later` days after it; empty for anything that is no day. */
export const instantOfDay = (day: string, later = 0): string => {
  const start = startOfDay(day);
  return start === undefined ? '' : new Date(start + later * DAY).toISOString();
};

/**
 * URL parameters `from` and `to`: whole UTC days, both included. `to` is answered as the end of its day. With a fault, nothing must be asked:
 * a filter that is left out would show too much.
 */
export const usePeriod = () => {
  const { of } = useAddress();
  const [from, to] = [of('from'), of('to')];
  const fromFault = faultOf(from);
  const isReversed = fromFault === undefined && from !== '' && to !== '' && to < from;
  const toFault = faultOf(to) ?? (isReversed ? '“To” is before “From”. Choose a later day.' : undefined);
  return {
    from: instantOfDay(from),
    to: instantOfDay(to, 1),
    isChosen: from !== '' || to !== '',
    fromFault,
    toFault,
    isFaulty: fromFault !== undefined || toFault !== undefined,
  };
};

export const Days = () => {
  const { of, change } = useAddress();
  const { fromFault, toFault } = usePeriod();
  return (
    <>
      <Input
        label="From"
        type="date"
        value={of('from')}
        error={fromFault}
        max={toFault ? undefined : of('to') || undefined}
        onChange={({ target }) => change({ from: target.value })}
      />
      <Input
        label="To"
        type="date"
        value={of('to')}
        error={toFault}
        min={fromFault ? undefined : of('from') || undefined}
        onChange={({ target }) => change({ to: target.value })}
      />
    </>
  );
};
