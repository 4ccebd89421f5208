import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnReport } from '#application/contract/moderation.ts';
import type { ListingReportOutcome } from '#domain/moderation/listingReports.ts';
import { answerWords, decisionWords, GROUND_WORDS, redressWords } from '#domain/moderation/listingReportsText.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { hasNothing } from '../../../api/hasNothing.ts';
import { ownReportsQuery } from '../../../api/reports.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { dueTime, shortDate } from '../../../ui/dates.ts';
import { onceOpened } from '../../../ui/onceOpened.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { TableSkeleton } from '../../../ui/TableRegion.tsx';
import { Quote } from '../Quote.tsx';

const ComplaintDialog = onceOpened(async () => (await import('./ComplaintDialog.tsx')).ComplaintDialog);

const Decision = ({ side, decision }: { side: OwnReport['side']; decision: NonNullable<OwnReport['decision']> }) => (
  <>
    {decisionWords(side, decision).map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
    <Quote who="The reasons" at={decision.at} words={decision.statement} />
  </>
);

const Complaint = ({
  text,
  madeAt,
  answer,
  was,
}: NonNullable<OwnReport['complaint']> & { was: ListingReportOutcome }) => (
  <>
    {text === null ? (
      <p className="muted">Somebody complained about this decision on {shortDate(madeAt)}.</p>
    ) : (
      <Quote who="Your complaint" at={madeAt} words={text} />
    )}
    {answer ? (
      <>
        <p>{answerWords({ was, ...answer })}</p>
        <Quote who="The reasons" at={answer.at} words={answer.statement} />
      </>
    ) : (
      <p>Somebody who did not make the decision reviews it. We tell you what they decide, and why.</p>
    )}
  </>
);

/** Current state of the report. */
const standing = ({ decision, complaint }: OwnReport): string => {
  if (!decision) return 'Under review';
  if (complaint && !complaint.answer) return 'Complaint open';
  return (complaint?.answer ? complaint.answer.removed : decision.outcome === 'removed')
    ? 'Off the market'
    : 'Still on the market';
};

const Report = ({ report }: { report: OwnReport }) => {
  const [open, setOpen] = useState(false);
  const { listing, side, decision, complaint, mayComplain } = report;
  const loads = ComplaintDialog.useAhead(mayComplain && decision !== null);
  return (
    <Panel
      title={listing.title}
      className="report"
      aside={
        <>
          <Badge tone="off">{standing(report)}</Badge>{' '}
          <span className="muted">{side === 'seller' ? 'Your listing' : 'Reported by you'}</span>
        </>
      }
    >
      {report.report && (
        <Quote
          who={`You reported: ${GROUND_WORDS[report.report.ground]}`}
          at={report.report.reportedAt}
          words={report.report.explanation}
        />
      )}
      {decision ? (
        <Decision side={side} decision={decision} />
      ) : (
        <p>Our staff are reviewing it. We tell you what they decide, and why.</p>
      )}
      {complaint && decision && <Complaint {...complaint} was={decision.outcome} />}
      {mayComplain && decision && (
        <>
          <p className="small muted">{redressWords(dueTime(decision.complainUntil))}</p>
          <div className="row">
            <Button size="sm" busy={loads} busyText="Loading…" onClick={() => setOpen(true)}>
              Complain
            </Button>
          </div>
        </>
      )}
      <ComplaintDialog report={report} open={open} onOpenChange={setOpen} />
    </Panel>
  );
};

/** The reader's reports, and decisions about them or about their own listings. */
export const Reports = () => {
  const reports = useQuery(ownReportsQuery);
  return (
    <>
      <PageHeading title="Reports and decisions" />
      {reports.isPending ? (
        <TableSkeleton rows={4} />
      ) : hasNothing(reports) ? (
        <ErrorState error={reports.error} title="Failed to load the reports" onRetry={() => reports.refetch()}>
          {messageOf(reports.error, 'Try again in a moment.')}
        </ErrorState>
      ) : reports.data.length === 0 ? (
        <EmptyState
          title="No reports yet"
          actions={
            <ButtonLink size="sm" to="/listings">
              Browse Listings
            </ButtonLink>
          }
        >
          You can report a listing at the bottom of its page. Decisions, including those about your own listings, appear
          here.
        </EmptyState>
      ) : (
        reports.data.map((report) => <Report key={`${report.listing._id} ${report.case}`} report={report} />)
      )}
    </>
  );
};
