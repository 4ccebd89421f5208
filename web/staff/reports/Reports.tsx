import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { messageOf } from '../../api/ApiError.ts';
import { Link } from '../../ui/Link.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { TableSkeleton } from '../../ui/TableRegion.tsx';
import { useAddress } from '../../ui/useAddress.ts';
import { ListingReports } from '../listingReports/ListingReports.tsx';
import { Report } from './Report.tsx';
import { ReviewReports } from './ReviewReports.tsx';
import { REPORT_STATES, REPORTS_PER_PAGE, type ReportState, reportsQuery } from './reportQueries.ts';

const STATE_WORDS: Record<ReportState, string> = { open: 'Open', resolved: 'Handled', all: 'All' };

const ABOUT = { messages: 'Messages', reviews: 'Reviews' } as const;
type About = keyof typeof ABOUT;

const pathTo = (about: About, state: ReportState): string => {
  const asked = new URLSearchParams({
    ...(about === 'reviews' && { about }),
    ...(state !== 'open' && { state }),
  });
  return asked.size > 0 ? `/staff/reports?${asked}` : '/staff/reports';
};

const Choice = ({ about, state }: { about: About; state: ReportState }) => (
  <>
    <nav className="kinds" aria-label="Reports of what">
      {(Object.keys(ABOUT) as About[]).map((one) => (
        <Link key={one} to={pathTo(one, state)} aria-current={one === about ? 'page' : undefined}>
          {ABOUT[one]}
        </Link>
      ))}
    </nav>
    <nav className="kinds" aria-label="Which reports">
      {REPORT_STATES.map((one) => (
        <Link key={one} to={pathTo(about, one)} aria-current={one === state ? 'page' : undefined}>
          {STATE_WORDS[one]}
        </Link>
      ))}
    </nav>
  </>
);

const List = ({ state, page }: { state: ReportState; page: number }) => {
  const { data, error, isPending, refetch } = useQuery(reportsQuery(state, page));
  if (isPending) return <TableSkeleton rows={4} />;
  if (!data)
    return (
      <ErrorState error={error} title="Failed to load the reports" onRetry={() => refetch()}>
        {messageOf(error, 'Try again in a moment.')}
      </ErrorState>
    );
  if (data.reports.length === 0 && page === 1)
    return (
      <EmptyState title={state === 'open' ? 'No report waits' : 'No message was reported'}>
        Whoever gets a message that breaks the rules can report it. The report appears here.
      </EmptyState>
    );
  return (
    <>
      {data.reports.map((report) => (
        <Report key={report.messageId} report={report} />
      ))}
      <Pager
        page={page}
        perPage={REPORTS_PER_PAGE}
        of={'reports'}
        shown={data.reports.length}
        total={data.totalCount}
        hasMore={data.hasMore}
      />
    </>
  );
};

const MessageReports = () => {
  const { of, page } = useAddress();
  const asked = of('state');
  const state = REPORT_STATES.find((known) => known === asked) ?? 'open';
  const about = of('about') === 'reviews' ? 'reviews' : 'messages';
  return (
    <>
      <PageHeading title={about === 'reviews' ? 'Reported reviews' : 'Reported messages'} rule={false} />
      <Choice about={about} state={state} />
      {about === 'reviews' ? <ReviewReports state={state} page={page} /> : <List state={state} page={page} />}
    </>
  );
};

/** Of messages, or of listings. */
export const Reports = () => (useParams().of === 'listings' ? <ListingReports /> : <MessageReports />);
