import type { AccountFile } from '#application/contract/staffAccounts.ts';
import { ACCOUNT_TERMS } from '#domain/accounts/limits.ts';
import { Proposal } from '../../../staff/Proposal.tsx';
import { dateTime } from '../../../ui/dates.ts';
import { OF_ACCOUNT } from './Standing.tsx';

type Proposed = NonNullable<AccountFile['termination']>;

const openTransactions = (count: number): string =>
  count === 1 ? 'It has one open sale' : `It has ${count} open sales`;

export const ProposedTermination = ({ account, proposed }: { account: AccountFile; proposed: Proposed }) => {
  const { allowed, username, sales: transactions } = account;
  const { proposalId } = proposed;
  const own = allowed.includes('withdrawTermination');
  const answer = (action: 'confirm' | 'reject') => ({
    path: `staff/accounts/${account._id}/terminate/${action}`,
    body: { proposalId },
  });
  return (
    <Proposal
      what="termination"
      own={own}
      words={proposed.reason}
      mayConfirm={allowed.includes('confirmTermination')}
      mayReject={own || allowed.includes('rejectTermination')}
      confirm={{
        ...answer('confirm'),
        title: `Terminate ${username}?`,
        confirmText: 'Terminate',
        busyText: 'Terminating…',
        danger: true,
        follows: (
          <>
            <p>
              Its listings leave the market, and its owner is notified. After {ACCOUNT_TERMS.objection} the account is
              erased; until then it can be reinstated.
            </p>
            {transactions.open > 0 && (
              <p>
                {openTransactions(transactions.open)}. Deadlines stay, payouts to it become cases for staff, and the
                account is erased only after the last sale ends.
              </p>
            )}
          </>
        ),
      }}
      confirmed={['Account terminated']}
      reject={{
        ...answer('reject'),
        hint: OF_ACCOUNT,
        follows: 'The account stays suspended, and nothing else changes.',
      }}
    >
      <p>
        <b className="strong">{own ? 'You' : proposed.proposedBy.username}</b> proposed on{' '}
        {dateTime(proposed.proposedAt)} to close this account for good.
      </p>
    </Proposal>
  );
};
