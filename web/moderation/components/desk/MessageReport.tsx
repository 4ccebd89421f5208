import { useState } from 'react';
import type { MessageReport as Reported } from '#application/contract/moderation.ts';
import { Button } from '../../../ui/Button.tsx';
import { dateTime } from '../../../ui/dates.ts';
import { Link } from '../../../ui/Link.tsx';
import { onceOpened } from '../../../ui/onceOpened.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Quote } from '../Quote.tsx';
import { MessageInContext } from './MessageInContext.tsx';
import { useMayDecide } from './useMayDecide.ts';

const HandleReportDialog = onceOpened(async () => (await import('./HandleReportDialog.tsx')).HandleReportDialog);

const OUTCOMES = {
  nothing: 'No rule was broken',
  warned: 'The sender was warned',
  suspended: 'The account was suspended',
};

const Outcome = ({ resolution }: { resolution: NonNullable<Reported['resolution']> }) => (
  <div>
    <p>
      <b className="strong">{OUTCOMES[resolution.outcome]}</b>{' '}
      <span className="muted">
        {resolution.by.username} on {dateTime(resolution.at)}
      </span>
    </p>
    <blockquote>{resolution.note}</blockquote>
  </div>
);

/** Null: found by the automatic check. */
const reporterOf = ({ reporter }: Reported['reports'][number]): string => reporter?.username ?? 'our automatic check';

/** A reported message with its reports and outcome. */
export const MessageReport = ({ report }: { report: Reported }) => {
  const [open, setOpen] = useState(false);
  const { sender, reports, listing, resolution } = report;
  const acts = useMayDecide([sender, ...reports.map(({ reporter }) => reporter)]);
  const handles = !resolution && acts;
  const loads = HandleReportDialog.useAhead(handles);
  return (
    <Panel
      title={`${sender.username}, reported by ${reports.map(reporterOf).join(', ')}`}
      className="report"
      aside={
        <span className="muted">
          About <Link to={`/listings/${listing._id}`}>{listing.title}</Link>
        </span>
      }
    >
      <MessageInContext report={report} />
      {reports.map(({ reporter, reason, reportedAt }) => (
        <Quote
          key={reporter?._id ?? 'wording'}
          who={reporter ? `${reporter.username} says about it` : 'Found by our automatic check'}
          at={reportedAt}
          words={reason}
        />
      ))}
      {resolution && <Outcome resolution={resolution} />}
      <div className="row">
        {handles && (
          <Button size="sm" busy={loads} busyText="Loading…" onClick={() => setOpen(true)}>
            Handle report
          </Button>
        )}
        <Link to={`/staff/accounts/${sender._id}`}>Account of {sender.username}</Link>
      </div>
      <HandleReportDialog
        path={`staff/message-reports/${report.messageId}/resolve`}
        outcomes={OUTCOMES}
        note={{ label: 'Note', missing: 'A note is required' }}
        suspends={{ who: sender.username, always: 'suspended' }}
        open={open}
        onOpenChange={setOpen}
      >
        Record the outcome for the message from <b className="strong">{sender.username}</b>
        {reports.length > 1 && `, for all ${reports.length} who reported it`}.
      </HandleReportDialog>
    </Panel>
  );
};
