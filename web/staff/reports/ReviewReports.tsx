import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReviewReport } from '#application/contract/reviews.ts';
import { access } from '#domain/access/access.ts';
import { messageOf } from '../../api/ApiError.ts';
import { Button } from '../../ui/Button.tsx';
import { dateTime } from '../../ui/dates.ts';
import { Link } from '../../ui/Link.tsx';
import { onceOpened } from '../../ui/onceOpened.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { TableSkeleton } from '../../ui/TableRegion.tsx';
import { useMay } from '../useStaffAction.ts';
import { REVIEW_OUTCOME_WORDS } from './outcomes.ts';
import { REPORTS_PER_PAGE, type ReportState, reviewReportsQuery } from './reportQueries.ts';

const ResolveReviewDialog = onceOpened(async () => (await import('./ResolveReviewDialog.tsx')).ResolveReviewDialog);

const Said = ({ head, at, text }: { head: string; at: string; text: string }) => (
  <div>
    <p className="said-head muted">
      {head}
      <time dateTime={at}>{dateTime(at)}</time>
    </p>
    <blockquote>{text}</blockquote>
  </div>
);

const Report = ({ report }: { report: ReviewReport }) => {
  const [open, setOpen] = useState(false);
  const acts = useMay(access.conversation.do.resolveReport);
  const { part, author, seller, rating, text, writtenAt, answers, reports, resolution } = report;
  const what = part === 'review' ? `Review of ${seller.username}` : 'Answer to a review';
  return (
    <Panel title={`${what} by ${author.username}, ${rating} out of 5`} className="report">
      {answers !== null && (
        <div>
          <p className="said-head muted">The review</p>
          <blockquote>{answers}</blockquote>
        </div>
      )}
      <Said head={`${author.username} wrote`} at={writtenAt} text={text} />
      {reports.map(({ reporter, reason, reportedAt }) => (
        <Said
          key={reporter?._id ?? 'wording'}
          head={reporter ? `${reporter.username} says about it` : 'Nobody has reported it'}
          at={reportedAt}
          text={reason}
        />
      ))}
      {resolution && (
        <Said
          head={`${REVIEW_OUTCOME_WORDS[resolution.outcome]} by ${resolution.by.username}`}
          at={resolution.at}
          text={resolution.note}
        />
      )}
      <div className="row">
        {!resolution && acts && (
          <Button size="sm" onClick={() => setOpen(true)}>
            Handle report
          </Button>
        )}
        <Link to={`/sellers/${seller._id}`}>Page of {seller.username}</Link>
        <Link to={`/staff/accounts/${author._id}`}>Account of {author.username}</Link>
      </div>
      <ResolveReviewDialog report={report} open={open} onOpenChange={setOpen} />
    </Panel>
  );
};

export const ReviewReports = ({ state, page }: { state: ReportState; page: number }) => {
  const { data, error, isPending, refetch } = useQuery(reviewReportsQuery(state, page));
  if (isPending) return <TableSkeleton rows={4} />;
  if (!data)
    return (
      <ErrorState error={error} title="Failed to load the reports" onRetry={() => refetch()}>
        {messageOf(error, 'Try again in a moment.')}
      </ErrorState>
    );
  if (data.reports.length === 0 && page === 1)
    return (
      <EmptyState title={state === 'open' ? 'No report waits' : 'No review was reported'}>
        Whoever is signed in can report what buyers write about sellers, and the answers. The report appears here.
      </EmptyState>
    );
  return (
    <>
      {data.reports.map((report) => (
        <Report key={`${report.reviewId} ${report.part}`} report={report} />
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
