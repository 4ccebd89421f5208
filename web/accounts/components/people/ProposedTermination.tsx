import type { AccountFile } from '#application/contract/staffAccounts.ts';
import { ACCOUNT_TERMS } from '#domain/accounts/limits.ts';
import { accountTitle } from '#domain/notifications/accountTitles.ts';
import { Proposal } from '../../../staff/Proposal.tsx';
import { dateTime } from '../../../ui/dates.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { Link } from '../../../ui/Link.tsx';
import { OF_ACCOUNT } from './Standing.tsx';

type Proposed = NonNullable<AccountFile['termination']>;

const openTransactions = (count: number): string =>
  count === 1 ? 'It has one open sale' : `It has ${count} open sales`;

/** Sanctions before the proposal, oldest first. */
const SANCTIONS = ['AccountSuspended', 'AccountReinstated', 'TerminationRejected', 'TerminationWithdrawn'];

const Reported = ({ count, at, account }: { count: number; at: string; account: AccountFile }) =>
  count === 0 ? 'none' : <Link to={`${at}?state=all&about=${account._id}`}>{count}</Link>;

/** What staff know of the person, for the second one who confirms. */
const RestsOn = ({ account }: { account: AccountFile }) => {
  const { sales } = account;
  const sanctions = account.history.filter(({ event }) => SANCTIONS.includes(event));
  return (
    <>
      <Facts
        facts={[
          {
            label: 'Messages reported',
            value: <Reported count={account.reports} at="/staff/reports" account={account} />,
          },
          {
            label: 'Listings reported',
            value: <Reported count={account.listingsReported} at="/staff/reports/listings" account={account} />,
          },
          {
            label: 'Reviews reported',
            value: <Reported count={account.reviewsReported} at="/staff/reports/reviews" account={account} />,
          },
          {
            label: 'Sales',
            value:
              sales.total === 0 ? (
                'none'
              ) : (
                <>
                  <Link to={`/staff?search=${account._id}`}>{sales.total}</Link>, {sales.disputed} disputed,{' '}
                  {sales.chargedBack} charged back
                </>
              ),
          },
        ]}
      />
      {sanctions.length > 0 && (
        <ul aria-label="Earlier sanctions">
          {sanctions.map(({ event, at, detail }) => (
            <li key={`${event}/${at}`}>
              {accountTitle(event)} on {dateTime(at)}
              {detail && `: ${detail}`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

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
        hint: OF_ACCOUNT,
        follows: (
          <>
            <RestsOn account={account} />
            <p>
              Their listings leave the market, and we e-mail them. After {ACCOUNT_TERMS.objection} the account is
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
      <RestsOn account={account} />
    </Proposal>
  );
};
