import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../api/ApiError.ts';
import { Link } from '../../ui/Link.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { TableSkeleton } from '../../ui/TableRegion.tsx';
import { useAddress } from '../../ui/useAddress.ts';
import { ListingCasePanel } from './ListingCasePanel.tsx';
import { CASE_STATES, CASES_PER_PAGE, type CaseState, listingCasesQuery } from './listingReportQueries.ts';

const PAGE = '/staff/reports/listings';
const STATE_WORDS: Record<CaseState, string> = { open: 'Open', decided: 'Decided', all: 'All' };

const States = ({ chosen }: { chosen: CaseState }) => (
  <nav className="kinds" aria-label="Which cases">
    {CASE_STATES.map((state) => (
      <Link
        key={state}
        to={state === 'open' ? PAGE : `${PAGE}?state=${state}`}
        aria-current={state === chosen ? 'page' : undefined}
      >
        {STATE_WORDS[state]}
      </Link>
    ))}
  </nav>
);

const List = ({ state, page }: { state: CaseState; page: number }) => {
  const { data, error, isPending, refetch } = useQuery(listingCasesQuery(state, page));
  if (isPending) return <TableSkeleton rows={4} />;
  if (!data)
    return (
      <ErrorState error={error} title="Failed to load the reports" onRetry={() => refetch()}>
        {messageOf(error, 'Try again in a moment.')}
      </ErrorState>
    );
  if (data.cases.length === 0 && page === 1)
    return (
      <EmptyState title={state === 'open' ? 'No reported listing waits' : 'No listing was reported'}>
        Whoever is signed in can report a listing at its foot. All reports of one listing are one case here.
      </EmptyState>
    );
  return (
    <>
      {data.cases.map((found) => (
        <ListingCasePanel key={`${found.listing._id} ${found.case}`} found={found} />
      ))}
      <Pager
        page={page}
        perPage={CASES_PER_PAGE}
        of="cases"
        shown={data.cases.length}
        total={data.totalCount}
        hasMore={data.hasMore}
      />
    </>
  );
};

/** Listings that were reported, and decisions that are complained of. */
export const ListingReports = () => {
  const { of, page } = useAddress();
  const asked = of('state');
  const state = CASE_STATES.find((known) => known === asked) ?? 'open';
  return (
    <>
      <PageHeading title="Reported listings" rule={false} />
      <States chosen={state} />
      <List state={state} page={page} />
    </>
  );
};
