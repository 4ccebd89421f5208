import type { AuditLedger } from '#application/contract/audit.ts';
import { utcTime } from '#domain/audit/utcTime.ts';
import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Json } from '../workbench/Json.tsx';

const Mark = ({ holds }: { holds: boolean }) => (
  <span className={classes('chain', !holds && 'bad')}>
    <Icon name={holds ? 'check' : 'warning'} />
    <span className="sr-only">{holds ? 'Passed' : 'Failed'}</span>
  </span>
);

const NAMES: Record<string, string> = {
  sumIsZero: 'Everything sums to zero',
  balancesAgree: 'Balances match their entries',
  providerAgrees: 'The provider holds what the books say',
  objectsMatch: 'The provider’s records match our events',
  readModelsAgree: 'Read models match the events',
  endedSalesAreEmpty: 'Ended sales hold no money',
};

export const Checks = ({ checks }: Pick<AuditLedger, 'checks'>) => {
  const broken = checks.filter(({ holds }) => !holds).length;
  return (
    <Panel
      title="Checks"
      aside={<span className={broken === 0 ? 'muted' : 'late'}>{broken === 0 ? 'all pass' : `${broken} failed`}</span>}
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
        Of the whole ledger, now or in the night that is named, whatever the filter. The marketplace runs these checks
        on its own books. Each history shows what your browser verifies itself.
      </p>
    </Panel>
  );
};

export const BookChecks = ({ attestations: bookChecks }: Pick<AuditLedger, 'attestations'>) => (
  <Panel title="Nightly checks">
    {bookChecks.length === 0 ? (
      <p className="muted">
        None yet. Each night the totals are compared with the provider’s balance, and the result is recorded.
      </p>
    ) : (
      <ul className="checks">
        {bookChecks.map(({ at, agrees, detail }) => (
          <li key={at}>
            <Mark holds={agrees} />
            <details className="whole-state">
              <summary>
                <time dateTime={at}>{utcTime(at)}</time>, {agrees ? 'agrees' : 'differs'}
              </summary>
              <Json value={detail} label={`Check of ${utcTime(at)}`} />
            </details>
          </li>
        ))}
      </ul>
    )}
  </Panel>
);
