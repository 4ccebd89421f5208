import { useState } from 'react';
import type { ReviewReport as Reported } from '#application/contract/reviews.ts';
import { Button } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { onceOpened } from '../../../ui/onceOpened.tsx';
import { Quote } from '../Quote.tsx';
import { REVIEW_REASONS } from './preparedTexts.ts';
import { earliest, ReportPanel, ReportQuotes } from './ReportPanel.tsx';
import { useMayDecide } from './useMayDecide.ts';

const DecideReportDialog = onceOpened(async () => (await import('./DecideReportDialog.tsx')).DecideReportDialog);

const DECIDED = { kept: 'Kept', removed: 'Removed' };
const OUTCOMES = { kept: 'Keep it', removed: 'Remove it' };

/** A reported review or answer with its reports and outcome. */
export const ReviewReport = ({ report }: { report: Reported }) => {
  const [open, setOpen] = useState(false);
  const { reviewId, part, author, seller, rating, text, writtenAt, answers, reports, resolution } = report;
  const acts = useMayDecide([author, seller, ...reports.map(({ reporter }) => reporter)]);
  const decides = !resolution && acts;
  const loads = DecideReportDialog.useAhead(decides);
  const what = part === 'review' ? `Review of ${seller.username}` : 'Answer to a review';
  return (
    <ReportPanel
      title={`${what} by ${author.username}, ${rating} out of 5`}
      waitsSince={resolution ? undefined : earliest(reports)}
      actions={
        <>
          {decides && (
            <Button size="sm" busy={loads} busyText="Loading…" onClick={() => setOpen(true)}>
              Decide
            </Button>
          )}
          <Link to={`/sellers/${seller._id}`}>Page of {seller.username}</Link>
          <Link to={`/staff/accounts/${author._id}`}>Account of {author.username}</Link>
        </>
      }
    >
      {answers !== null && (
        <div>
          <p className="said-head muted">The review</p>
          <blockquote>{answers}</blockquote>
        </div>
      )}
      <Quote who={`${author.username} wrote`} at={writtenAt} words={text} />
      <ReportQuotes reports={reports} />
      {resolution && (
        <Quote
          who={`${DECIDED[resolution.outcome]}${resolution.suspended ? ', and its author suspended,' : ''} by ${resolution.by.username}`}
          at={resolution.at}
          words={resolution.note}
        />
      )}
      <DecideReportDialog
        path={`staff/review-reports/${reviewId}/resolve`}
        about={{ part }}
        outcomes={OUTCOMES}
        note={{
          label: 'Reason',
          missing: 'A reason is required',
          hint: 'Visible to staff and auditors, and to the author if it is removed',
        }}
        suspends={{ who: author.username, optional: 'removed' }}
        texts={REVIEW_REASONS}
        reported={
          <>
            <Quote who={`${author.username} wrote`} at={writtenAt} words={text} />
            <ReportQuotes reports={reports} />
          </>
        }
        open={open}
        onOpenChange={setOpen}
      >
        {part === 'review'
          ? 'If removed, the review and its answer are no longer shown; the stars stay.'
          : 'If removed, the answer is no longer shown; the review stays.'}
      </DecideReportDialog>
    </ReportPanel>
  );
};
