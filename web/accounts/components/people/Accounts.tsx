import { useQuery } from '@tanstack/react-query';
import type { AccountSearch, AccountSummary } from '#application/contract/staffAccounts.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { useFoundBy } from '../../../api/useFoundBy.ts';
import { AccountStatus, statusWord } from '../../../staff/AccountStatus.tsx';
import { ACCOUNTS_PER_PAGE, accountsQuery } from '../../../staff/staffQueries.ts';
import { shortDate } from '../../../ui/dates.ts';
import { SearchInput } from '../../../ui/Input.tsx';
import { Link } from '../../../ui/Link.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { TableRegion, TableSkeleton } from '../../../ui/TableRegion.tsx';
import { useAddress } from '../../../ui/useAddress.ts';
import { useDebounced } from '../../../ui/useDebounced.ts';

const STATES: readonly AccountSearch['status'][] = [
  'all',
  'active',
  'unverified',
  'suspended',
  'termination_proposed',
  'deletion_pending',
  'deleted',
];

const asState = (text: string): AccountSearch['status'] => STATES.find((state) => state === text) ?? 'all';

const Search = () => {
  const { of, change } = useAddress();
  const { text, setText, flush } = useDebounced(of('search'), (search) => change({ search }));
  return (
    <search className="filterbar accounts-filter">
      <SearchInput
        label="Search accounts"
        placeholder={`A ${useFoundBy()}`}
        maxLength={254}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && flush()}
      />
      <select
        className="select"
        aria-label="Status"
        value={asState(of('status'))}
        onChange={({ target }) => change({ status: target.value === 'all' ? '' : target.value })}
      >
        {STATES.map((state) => (
          <option key={state} value={state}>
            {state === 'all' ? 'Every status' : statusWord(state)}
          </option>
        ))}
      </select>
    </search>
  );
};

const Row = ({ account }: { account: AccountSummary }) => (
  <tr>
    <td>
      <Link to={`/staff/accounts/${account._id}`}>{account.username}</Link>
    </td>
    <td className="nowrap">
      <AccountStatus {...account} />
    </td>
    <td>{account.email}</td>
    <td className="nowrap">
      {account.roles.filter((role) => role !== 'member').join(', ') || <span className="muted">member</span>}
    </td>
    <td className="nowrap">{account.country}</td>
    <td className="nowrap">
      <time dateTime={account.joinDate}>{shortDate(account.joinDate)}</time>
    </td>
  </tr>
);

const Found = () => {
  const { of, page } = useAddress();
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    accountsQuery(of('search'), asState(of('status')), page),
  );
  if (isPending) return <TableSkeleton />;
  if (!data)
    return (
      <ErrorState error={error} title="Failed to load the accounts" onRetry={() => refetch()}>
        {messageOf(error, 'Try again in a moment.')}
      </ErrorState>
    );
  if (data.accounts.length === 0 && page === 1)
    return (
      <EmptyState title="No account found">
        Search by the beginning of a username, or by a complete e-mail address or id.
      </EmptyState>
    );
  return (
    <div className="panel flush">
      <TableRegion label="Accounts" busy={isPlaceholderData}>
        <table className="events">
          <caption className="sr-only">Accounts, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Username</th>
              <th scope="col">Status</th>
              <th scope="col">E-mail</th>
              <th scope="col">Roles</th>
              <th scope="col">Country</th>
              <th scope="col">Joined</th>
            </tr>
          </thead>
          <tbody>
            {data.accounts.map((account) => (
              <Row key={account._id} account={account} />
            ))}
          </tbody>
        </table>
      </TableRegion>
      <Pager
        page={page}
        perPage={ACCOUNTS_PER_PAGE}
        of={'accounts'}
        shown={data.accounts.length}
        total={data.totalCount}
        hasMore={data.hasMore}
      />
    </div>
  );
};

export const Accounts = () => (
  <>
    <PageHeading title="Accounts" rule={false} />
    <Search />
    <Found />
  </>
);
