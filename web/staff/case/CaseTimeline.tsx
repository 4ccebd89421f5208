import type { CaseFile } from '#application/contract/staff.ts';
import { saleTitle } from '#domain/telling/saleTitles.ts';
import { Badge } from '../../ui/Badge.tsx';
import { dateTime } from '../../ui/dates.ts';
import { Link } from '../../ui/Link.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { TableRegion } from '../../ui/TableRegion.tsx';

type Actor = CaseFile['timeline'][number]['actor'];

const named = ({ role, username }: Actor, { parties }: CaseFile): string => {
  if (username === null) return role;
  if (username === parties.buyer.username) return `${username} (buyer)`;
  return username === parties.seller.username ? `${username} (seller)` : `${username} (${role})`;
};

/** Every fact of the sale; what the parties are not shown is marked. */
export const CaseTimeline = ({ file }: { file: CaseFile }) => (
  <Panel
    title="Timeline"
    aside={<Link to={`/audit/streams/transaction-${file.transaction._id}`}>Replay in the audit trail</Link>}
  >
    <TableRegion label="Facts of the sale">
      <table className="events">
        <caption className="sr-only">Facts of the sale, oldest first</caption>
        <thead>
          <tr>
            <th scope="col" className="rev">
              Rev
            </th>
            <th scope="col">Time</th>
            <th scope="col">Fact</th>
            <th scope="col">By</th>
            <th scope="col">Detail</th>
          </tr>
        </thead>
        <tbody>
          {file.timeline.map((entry) => (
            <tr key={`${entry.revision}/${entry.event}`}>
              <td className="rev">{entry.revision}</td>
              <td className="nowrap">
                <time dateTime={entry.timestamp}>{dateTime(entry.timestamp)}</time>
              </td>
              <td>
                {saleTitle(entry.event)} {entry.internal && <Badge tone="off">internal</Badge>}
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
