import type { AuditLedger } from '#application/contract/audit.ts';
import { utcTime } from '#domain/audit/utcTime.ts';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Json } from '../stream/Json.tsx';

const Mark = ({ holds }: { holds: boolean }) => (
  <span className={classes('chain', !holds && 'bad')}>
    <Icon name={holds ? 'check' : 'warning'} />
    <span className="sr-only">{holds ? 'Holds' : 'Does not hold'}</span>
  </span>
);

const NAMES: Record<string, string> = {
  sumIsZero: 'Everything sums to zero',
  balancesAgree: 'Balances are what their entries add up to',
  providerAgrees: 'The provider holds what the books say',
  objectsMatch: 'What the provider lists fits our facts',
  readModelsAgree: 'Screens are read from what the events say',
  endedSalesAreEmpty: 'Sales that are over hold nothing',
};

export const Checks = ({ checks }: Pick<AuditLedger, 'checks'>) => {
  const broken = checks.filter(({ holds }) => !holds).length;
  return (
    <Panel
      title="Checks"
      aside={
        <span className={broken === 0 ? 'muted' : 'late'}>{broken === 0 ? 'all hold' : `${broken} do not hold`}</span>
      }
    >
      <ul className="checks">
        {checks.map(({ name, holds, detail }) => (
          <li key={name}>
            <Mark holds={holds} />
            <div>
              <b className="strong">{NAMES[name] ?? name}</b>
              <p className="muted">{detail}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className="muted mt-3">
        The marketplace holds its own books to these. What this browser finds out for itself stands in each history.
      </p>
    </Panel>
  );
};

export const BookChecks = ({ attestations: bookChecks }: Pick<AuditLedger, 'attestations'>) => (
  <Panel title="Nightly attestations">
    {bookChecks.length === 0 ? (
      <p className="muted">None yet. Each night the totals are held against the provider’s balance and written down.</p>
    ) : (
      <ul className="checks">
        {bookChecks.map(({ at, agrees, detail }) => (
          <li key={at}>
            <Mark holds={agrees} />
            <details className="whole-state">
              <summary>
                <time dateTime={at}>{utcTime(at)}</time>, {agrees ? 'agrees' : 'differs'}
              </summary>
              <Json value={detail} label={`Attestation of ${utcTime(at)}`} />
            </details>
          </li>
        ))}
      </ul>
    )}
  </Panel>
);
