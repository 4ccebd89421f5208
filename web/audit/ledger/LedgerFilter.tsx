import { DAY } from '#domain/shared/instants.ts';
import { shortTransactionId } from '#domain/shared/shortIds.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Input } from '../../ui/Input.tsx';
import { useAddress } from '../../ui/useAddress.ts';

/** `2026-11-14` → the beginning of that day in UTC, or of one `later`; empty for anything else. */
export const instantOfDay = (day: string, later = 0): string => {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN;
  return Number.isNaN(ms) ? '' : new Date(ms + later * DAY).toISOString();
};

/** The days are whole and in UTC, the last one included. */
export const LedgerFilter = () => {
  const { of, change } = useAddress();
  const sale = of('sale');
  return (
    <div className="filterbar ledger-filter">
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
      {sale && (
        <p>
          Only the sale{' '}
          <span className="mono break-all">{/^[0-9a-f]{32}$/.test(sale) ? shortTransactionId(sale) : sale}</span>{' '}
          <ButtonLink size="sm" to="/audit/ledger">
            All sales
          </ButtonLink>
        </p>
      )}
    </div>
  );
};
