import type { CaseFile, OtherCase } from '#application/contract/cases.ts';
import { AccountStatus } from '../../../../staff/AccountStatus.tsx';
import { monthAndYear } from '../../../../ui/dates.ts';
import { Link } from '../../../../ui/Link.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { EarlierCases } from './OtherCases.tsx';

type Party = CaseFile['parties']['buyer'];

const rated = ({ count, average }: Party['ratings']): string =>
  average === null ? 'not rated yet' : `${average.toFixed(1)} of 5 (${count})`;

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

const PartySummary = ({ part, party, earlier }: { part: string; party: Party; earlier: readonly OtherCase[] }) => (
  <div className="party">
    <p>
      <Link to={`/staff/accounts/${party._id}`}>{party.username}</Link> <span className="muted">{part}</span>{' '}
      {party.status !== 'active' && <AccountStatus status={party.status} />}
    </p>
    <p className="muted">
      {party.country}, since {monthAndYear(party.joinDate)}, {rated(party.ratings)}
    </p>
    <p className="muted">
      {counted(party.sales.total, 'sale')}, {party.sales.disputed} disputed, {party.sales.chargedBack} charged back
    </p>
    <EarlierCases cases={earlier} />
  </div>
);

export const Parties = ({ file: { parties, earlier } }: { file: CaseFile }) => (
  <Panel title="Parties">
    <PartySummary part="buyer" party={parties.buyer} earlier={earlier.buyer} />
    <PartySummary part="seller" party={parties.seller} earlier={earlier.seller} />
  </Panel>
);
