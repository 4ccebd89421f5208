import type { CasePage } from '#application/contract/cases.ts';
import { useUser } from '../../../../api/session.tsx';
import { shortDate } from '../../../../ui/dates.ts';
import { Link } from '../../../../ui/Link.tsx';
import { Notice } from '../../../../ui/States.tsx';

/** Accounts whose termination waits for a second person. No sale is involved, so they are not in the table. */
export const Terminations = ({ terminations }: Pick<CasePage, 'terminations'>) => {
  const { userId } = useUser();
  if (terminations.length === 0) return null;
  return (
    <div className="grid gap-2 mb-4">
      {terminations.map(({ account, proposedBy, proposedAt }) => (
        <Notice key={account._id}>
          <Link to={`/staff/accounts/${account._id}`}>Termination of {account.username}</Link> waits for a second
          person. {proposedBy._id === userId ? 'You' : proposedBy.username} proposed it on {shortDate(proposedAt)}.
        </Notice>
      ))}
    </div>
  );
};
