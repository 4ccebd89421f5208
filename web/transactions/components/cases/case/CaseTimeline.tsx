import type { CaseFile } from '#application/contract/cases.ts';
import { transactionTitle } from '#domain/notifications/transactionTitles.ts';
import type { HistorySealProps } from '../../../../transparency/HistorySeal.tsx';
import { Badge } from '../../../../ui/Badge.tsx';
import { dueTime } from '../../../../ui/dates.ts';
import { Link } from '../../../../ui/Link.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { partOnDemand } from '../../../../ui/partOnDemand.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { TableRegion } from '../../../../ui/TableRegion.tsx';

type TimelineProps = { file: CaseFile; isNew: (at: string) => boolean };
type Actor = CaseFile['timeline'][number]['actor'];

const named = ({ role, username }: Actor, { parties }: CaseFile): string => {
  if (username === null) return role;
  if (username === parties.buyer.username) return `${username} (buyer)`;
  return username === parties.seller.username ? `${username} (seller)` : `${username} (${role})`;
};

const HistorySeal = partOnDemand<HistorySealProps>(
  async () => (await import('../../../../transparency/onDemand.ts')).HistorySeal,
  <Skeleton height="12rem" />,
);

/** A longer history shows its latest events; the audit trail has all of them. */
const SHOWN = 60;

/** The events of the transaction; events hidden from the parties are marked internal. */
const CaseTimeline = ({ file, isNew }: TimelineProps) => {
  const earlier = Math.max(0, file.timeline.length - SHOWN);
  const history = `/audit/streams/transaction-${file.transaction._id}`;
  return (
    <Panel title="Timeline" aside={<Link to={history}>Replay in the audit trail</Link>}>
      {earlier > 0 && (
        <p className="muted mb-3">
          The latest {SHOWN} of {file.timeline.length} events. <Link to={history}>The audit trail</Link> has all of
          them.
        </p>
      )}
      <TableRegion label="Events of the sale">
        <table className="events case-timeline">
          <caption className="sr-only">Events of the sale, oldest first</caption>
          <thead>
            <tr>
              <th scope="col" className="rev">
                Rev
              </th>
              <th scope="col">Time</th>
              <th scope="col">Event</th>
              <th scope="col">By</th>
              <th scope="col">Detail</th>
            </tr>
          </thead>
          <tbody>
            {file.timeline.slice(earlier).map((entry) => (
              <tr key={`${entry.revision}/${entry.event}`}>
                <td className="rev">{entry.revision}</td>
                <td className="nowrap">
                  <time dateTime={entry.timestamp}>{dueTime(entry.timestamp)}</time>
                </td>
                <td>
                  {transactionTitle(entry.event)} {entry.internal && <Badge tone="off">internal</Badge>}{' '}
                  {isNew(entry.timestamp) && <Badge tone="wait">New</Badge>}
                </td>
                <td>{named(entry.actor, file)}</td>
                <td>{entry.detail}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableRegion>
    </Panel>
  );
};

/** The timeline with the proof that this browser computed. */
export const SealedTimeline = ({ file, isNew }: TimelineProps) => (
  <>
    <CaseTimeline file={file} isNew={isNew} />
    <HistorySeal
      stream={`transaction-${file.transaction._id}`}
      shown={file.timeline.map(({ revision, event }) => ({ revision, type: event }))}
      revision={Math.max(0, ...file.timeline.map(({ revision }) => revision))}
    />
  </>
);
