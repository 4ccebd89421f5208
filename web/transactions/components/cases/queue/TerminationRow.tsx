import type { CasePage } from '#application/contract/caseQueue.ts';
import { useUser } from '../../../../api/session.tsx';
import { kindLabel, WAITS_FOR_LABELS } from '../../../../staff/caseText.ts';
import { Badge } from '../../../../ui/Badge.tsx';
import { dateTime, timeAgo } from '../../../../ui/dates.ts';
import { Link } from '../../../../ui/Link.tsx';

type TerminationRowProps = {
  termination: CasePage['terminations'][number];
  now: number;
  /** Whether rows can be chosen: a termination cannot. */
  choosable: boolean;
};

/** An account whose termination waits for a second person. No sale is involved, and nothing is due. */
export const TerminationRow = ({ termination, now, choosable }: TerminationRowProps) => {
  const { account, proposedBy, proposedAt } = termination;
  const { userId } = useUser();
  return (
    <tr className="q-row">
      {choosable && <td className="q-choose" />}
      <td className="q-due">
        <span className="q-line strong">No deadline</span>{' '}
        <span className="q-line muted">{WAITS_FOR_LABELS.second}</span>
      </td>
      <td className="q-kind">
        <Badge tone="bad">{kindLabel('termination')}</Badge>
      </td>
      <td className="q-sale" colSpan={4}>
        <span className="q-line">
          <Link data-case={account._id} to={`/staff/accounts/${account._id}`}>
            Account of {account.username}
          </Link>
        </span>{' '}
        <span className="q-line muted">
          proposed by {proposedBy._id === userId ? 'you' : proposedBy.username},{' '}
          <time dateTime={proposedAt} title={dateTime(proposedAt)}>
            {timeAgo(proposedAt, now)}
          </time>
        </span>
      </td>
      <td className="q-who" />
    </tr>
  );
};
