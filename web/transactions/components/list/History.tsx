import { useSearchParams } from 'react-router-dom';
import { messageOf } from '../../../api/ApiError.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/Input.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { EmptyState, ErrorState, Notice } from '../../../ui/States.tsx';
import type { HistoryFilters } from '../../api/history.ts';
import { useHistory } from '../../api/transactions.ts';
import { DATE_OPTIONS, STATUS_OPTIONS } from '../../filters.ts';
import { TransactionCard } from './TransactionCard.tsx';
import { TransactionsSkeleton } from './TransactionsSkeleton.tsx';

const offered = (options: readonly { value: string }[], asked: string | null): string =>
  options.find(({ value }) => value === asked)?.value ?? 'all';

/** Filters live in the URL, so Back and reload keep them. */
const useFilters = (type: HistoryFilters['type']) => {
  const [search, setSearch] = useSearchParams();
  const filters: HistoryFilters = {
    type,
    status: offered(STATUS_OPTIONS, search.get('status')),
    dateRange: offered(DATE_OPTIONS, search.get('range')),
  };
  const choose = (name: 'status' | 'range', value: string) =>
    setSearch(
      (before) => {
        if (value === 'all') before.delete(name);
        else before.set(name, value);
        return before;
      },
      { replace: true },
    );
  return { filters, choose };
};

const Options = ({ of }: { of: readonly { value: string; label: string }[] }) =>
  of.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

const List = ({ filters, enabled }: { filters: HistoryFilters; enabled: boolean }) => {
  const history = useHistory(filters, enabled);
  const pages = history.data?.pages;
  if (history.isPending) return <TransactionsSkeleton />;
  if (!pages)
    return (
      <ErrorState error={history.error} title="Failed to load transactions" onRetry={() => history.refetch()}>
        {messageOf(history.error, 'Nothing has changed with your money. Try again in a moment.')}
      </ErrorState>
    );
  const sales = pages.flatMap(({ transactions }) => transactions);
  if (sales.length === 0)
    return (
      <EmptyState
        title="No transactions found"
        actions={
          <ButtonLink size="sm" to="/listings">
            Browse Listings
          </ButtonLink>
        }
      >
        No artifacts have been exchanged yet
      </EmptyState>
    );
  return (
    <>
      <ul className="sales" aria-busy={history.isPlaceholderData}>
        {sales.map((transaction) => (
          <TransactionCard key={transaction._id} sale={transaction} />
        ))}
      </ul>
      <LoadMore
        hasMore={history.hasNextPage}
        busy={history.isFetchingNextPage}
        busyText="Loading..."
        onMore={() => history.fetchNextPage()}
        before={history.isFetchNextPageError && <Notice bad>Failed to load transactions</Notice>}
      >
        <p>
          Showing {sales.length} of {pages[0]?.totalCount ?? sales.length}
        </p>
      </LoadMore>
    </>
  );
};

/** `enabled`: false until the tab is known. */
export const History = ({ type, enabled = true }: { type: HistoryFilters['type']; enabled?: boolean }) => {
  const { filters, choose } = useFilters(type);
  return (
    <>
      <h2>Exchange Records</h2>
      <div className="sale-filters">
        <Select label="Status" value={filters.status} onChange={(event) => choose('status', event.target.value)}>
          <Options of={STATUS_OPTIONS} />
        </Select>
        <Select label="Date" value={filters.dateRange} onChange={(event) => choose('range', event.target.value)}>
          <Options of={DATE_OPTIONS} />
        </Select>
      </div>
      <List filters={filters} enabled={enabled} />
    </>
  );
};
