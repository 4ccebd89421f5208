import type { CaseFile, OtherCase } from '#application/contract/cases.ts';
import { categoryLabel } from '../../../../staff/caseText.ts';
import { shortDate } from '../../../../ui/dates.ts';
import { Link } from '../../../../ui/Link.tsx';
import { formatPrice } from '../../../../ui/money.ts';
import { Panel } from '../../../../ui/Panel.tsx';

const outcomeOf = ({ outcome, chargedBack }: OtherCase): string => {
  const bank = chargedBack ? ', charged back' : '';
  if (!outcome) return `not decided${bank}`;
  const { toBuyer, toSeller, by, appealed } = outcome;
  const who = by === 'staff' ? 'decided' : 'settled';
  return `${who}: ${formatPrice(toBuyer)} to the buyer, ${formatPrice(toSeller)} to the seller${appealed ? ', appealed' : ''}${bank}`;
};

const percent = (part: number, whole: number): string => `${Math.round((100 * part) / Math.max(0.01, whole))} %`;

/** `€30.00 claimed (30 % of the held money); Painted; decided: …` */
const facts = (other: OtherCase, similar: boolean): string => {
  const { claim, outcome, condition } = other;
  const part = similar && outcome ? ` (${percent(claim, outcome.held)} of the held money)` : '';
  return [
    ...(claim > 0 ? [`${formatPrice(claim)} claimed${part}`] : []),
    ...(similar ? [condition] : []),
    outcomeOf(other),
  ].join('; ');
};

const Other = ({ other, similar = false }: { other: OtherCase; similar?: boolean }) => (
  <li>
    <Link to={`/staff/cases/${other._id}`} className="mono">
      {other.transactionId}
    </Link>{' '}
    {categoryLabel(other.category)} · {shortDate(other.openedAt)} · {other.title}
    <br />
    <span className="muted">{facts(other, similar)}</span>
  </li>
);

/** The other cases of one party. */
export const EarlierCases = ({ cases }: { cases: readonly OtherCase[] }) =>
  cases.length === 0 ? (
    <p className="muted">No earlier cases.</p>
  ) : (
    <ul className="other-cases">
      {cases.map((other) => (
        <Other key={other._id} other={other} />
      ))}
    </ul>
  );

/** How comparable disputes were decided. */
export const SimilarCases = ({ file: { similar } }: { file: CaseFile }) =>
  similar.length === 0 ? null : (
    <Panel title="Similar decided cases">
      <ul className="other-cases">
        {similar.map((other) => (
          <Other key={other._id} other={other} similar />
        ))}
      </ul>
    </Panel>
  );
