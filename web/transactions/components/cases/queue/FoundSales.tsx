import type { CasePage } from '#application/contract/caseQueue.ts';
import { MOST_FOUND_SALES } from '#application/contract/limits.ts';
import { StatusBadge } from '../../../../ui/Badge.tsx';
import { shortDate } from '../../../../ui/dates.ts';
import { Link } from '../../../../ui/Link.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { TableRegion } from '../../../../ui/TableRegion.tsx';

/** Sales that the search names and that have no case in the list. `from`: the queue's address, to which they lead back. */
export const FoundSales = ({ sales, from }: { sales: CasePage['sales']; from: string }) => (
  <Panel
    title="Other sales"
    className="mt-4"
    aside={sales.length === MOST_FOUND_SALES && <span className="muted">The newest {MOST_FOUND_SALES}</span>}
  >
    <TableRegion label="Sales found">
      <table className="events">
        <caption className="sr-only">Other sales, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Number</th>
            <th scope="col">Status</th>
            <th scope="col">Listing</th>
            <th scope="col">Parties</th>
            <th scope="col">Bought</th>
          </tr>
        </thead>
        <tbody>
          {sales.map(({ _id, transactionId, displayStatus, title, buyer, seller, createdAt }) => (
            <tr key={_id}>
              <td className="mono nowrap">
                <Link to={`/staff/cases/${_id}`} state={{ queue: from }}>
                  {transactionId}
                </Link>
              </td>
              <td className="nowrap">
                <StatusBadge status={displayStatus} />
              </td>
              <td>{title}</td>
              <td>
                {buyer.username} from {seller.username}
              </td>
              <td className="nowrap">
                <time dateTime={createdAt}>{shortDate(createdAt)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  </Panel>
);
