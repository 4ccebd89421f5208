import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import type { AccountFile } from '#application/contract/staffAccounts.ts';
import { accountTitle } from '#domain/notifications/accountTitles.ts';
import { AccountStatus } from '../../../staff/AccountStatus.tsx';
import { accountQuery } from '../../../staff/staffQueries.ts';
import { BackLink } from '../../../ui/BackLink.tsx';
import { dateTime, shortDate } from '../../../ui/dates.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { Link } from '../../../ui/Link.tsx';
import { LoadFailure } from '../../../ui/LoadFailure.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { SkeletonLines } from '../../../ui/Skeleton.tsx';
import { TableRegion } from '../../../ui/TableRegion.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { useTitle } from '../../../ui/useTitle.ts';
import { ProposedTermination } from './ProposedTermination.tsx';
import { Standing } from './Standing.tsx';

const bank = ({ seller }: AccountFile, now: number): string => {
  if (!seller.feeAccepted) return 'Does not sell';
  const verified = seller.bankVerified ? 'bank account verified' : 'no verified bank account';
  return seller.payoutsHeldUntil && Date.parse(seller.payoutsHeldUntil) > now
    ? `Sells, ${verified}, payouts wait until ${dateTime(seller.payoutsHeldUntil)}`
    : `Sells, ${verified}`;
};

const History = ({ account }: { account: AccountFile }) => (
  <Panel
    title="History"
    aside={<Link to={`/audit/streams/account-${account._id}`}>Whole history in the audit trail</Link>}
  >
    <TableRegion label="Events of the account">
      <table className="events">
        <caption className="sr-only">Events of the account, oldest first</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Event</th>
            <th scope="col">By</th>
            <th scope="col">Detail</th>
          </tr>
        </thead>
        <tbody>
          {account.history.map(({ event, at, detail, by }) => (
            <tr key={`${event}/${at}/${detail}`}>
              <td className="nowrap">
                <time dateTime={at}>{dateTime(at)}</time>
              </td>
              <td>{accountTitle(event)}</td>
              <td>{by?.username ?? <span className="muted">the member</span>}</td>
              <td>{detail}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  </Panel>
);

const HOW = { lapsed: 'not paid in time', abandoned: 'cancelled' } as const;

const AbandonedPurchase = ({ letGo: { times, last } }: Pick<AccountFile, 'letGo'>) => (
  <>
    {times}
    {last.map(({ how, at, listing }) => (
      <p key={`${listing}/${at}`} className="small">
        <Link to={`/listings/${listing}`}>{dateTime(at)}</Link>, {HOW[how]}
      </p>
    ))}
  </>
);

const Full = ({ account }: { account: AccountFile }) => {
  useTitle(`Account ${account.username}`);
  const now = useNow();
  const { sales: transactions, ratings, listings } = account;
  return (
    <>
      <div className="page-head mb-4">
        <div>
          <div className="row">
            <AccountStatus {...account} />
            {account.roles.length > 1 && (
              <span className="muted">{account.roles.filter((role) => role !== 'member').join(', ')}</span>
            )}
          </div>
          <h1>{account.username}</h1>
          <p>
            {account.email} <span className="mono muted">{account._id}</span>
          </p>
        </div>
        <div className="row">
          <Standing account={account} />
        </div>
      </div>
      <div className="case">
        <div>
          <History account={account} />
        </div>
        <div>
          {account.termination && <ProposedTermination account={account} proposed={account.termination} />}
          <Panel title="Account">
            <Facts
              facts={[
                { label: 'Name', value: account.fullName ?? <span className="muted">not given</span> },
                { label: 'Country', value: account.country },
                { label: 'Joined', value: shortDate(account.joinDate) },
                { label: 'Selling', value: bank(account, now) },
                account.eraseAt !== null && {
                  label: 'Erased on',
                  value: `${dateTime(account.eraseAt)}${transactions.open > 0 ? ', or once no sale is open' : ''}`,
                },
              ]}
            />
          </Panel>
          <Panel title="Trade">
            <Facts
              facts={[
                {
                  label: 'Sales',
                  value:
                    transactions.total === 0 ? (
                      'none'
                    ) : (
                      <Link to={`/staff?search=${account._id}`}>
                        {transactions.total}, {transactions.open} open
                      </Link>
                    ),
                },
                { label: 'Disputed', value: transactions.disputed },
                { label: 'Charged back', value: transactions.chargedBack },
                { label: 'Listings', value: `${listings.active} active, ${listings.sold} sold` },
                {
                  label: 'Rating',
                  value:
                    ratings.average === null ? 'none yet' : `${ratings.average.toFixed(1)} of 5 (${ratings.count})`,
                },
                { label: 'Unpaid purchases', value: <AbandonedPurchase letGo={account.letGo} /> },
                { label: 'Messages reported', value: account.reports },
              ]}
            />
          </Panel>
        </div>
      </div>
    </>
  );
};

const Failure = (props: { error: unknown; onRetry: () => void }) => (
  <LoadFailure
    {...props}
    missing={{ title: 'Account not found', words: 'It may have been erased.' }}
    failed={{ title: 'Failed to load the account' }}
    back={{ to: '/staff/accounts', label: 'All accounts' }}
  />
);

export const AccountScreen = () => {
  const { id = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery(accountQuery(id));
  return (
    <>
      <BackLink to="/staff/accounts">Accounts</BackLink>
      {isPending && (
        <div className="panel" role="status" aria-label="Accessing the archives...">
          <SkeletonLines lines={10} />
        </div>
      )}
      {data ? <Full account={data} /> : !isPending && <Failure error={error} onRetry={() => void refetch()} />}
    </>
  );
};
