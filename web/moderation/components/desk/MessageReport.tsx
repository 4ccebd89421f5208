import { useState } from 'react';
import type { MessageReport as Reported } from '#application/contract/moderation.ts';
import { isMessageRule, MESSAGE_RULE_WORDS, warningWords } from '#domain/moderation/messageReportsText.ts';
import { Button } from '../../../ui/Button.tsx';
import { dateTime, dueTime } from '../../../ui/dates.ts';
import { Link } from '../../../ui/Link.tsx';
import { onceOpened } from '../../../ui/onceOpened.tsx';
import { Quote } from '../Quote.tsx';
import { MessageInContext } from './MessageInContext.tsx';
import { MESSAGE_NOTES } from './preparedTexts.ts';
import { earliest, ReportPanel, ReportQuotes } from './ReportPanel.tsx';
import { useMayDecide } from './useMayDecide.ts';

const DecideReportDialog = onceOpened(async () => (await import('./DecideReportDialog.tsx')).DecideReportDialog);

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
  const decides = !resolution && acts;
  const loads = DecideReportDialog.useAhead(decides);
  return (
    <ReportPanel
      title={`${sender.username}, reported by ${reports.map(reporterOf).join(', ')}`}
      waitsSince={resolution ? undefined : earliest(reports)}
      aside={
        <span>
          About <Link to={`/listings/${listing._id}`}>{listing.title}</Link>
        </span>
      }
      actions={
        <>
          {decides && (
            <Button size="sm" busy={loads} busyText="Loading…" onClick={() => setOpen(true)}>
              Decide
            </Button>
          )}
          <Link to={`/staff/accounts/${sender._id}`}>Account of {sender.username}</Link>
        </>
      }
    >
      <MessageInContext report={report} />
      <ReportQuotes reports={reports} />
      {resolution && <Outcome resolution={resolution} />}
      <DecideReportDialog
        path={`staff/message-reports/${report.messageId}/resolve`}
        outcomes={OUTCOMES}
        note={{ label: 'Note', missing: 'A note is required' }}
        suspends={{ who: sender.username, always: 'suspended' }}
        warns={{
          outcome: 'warned',
          rules: MESSAGE_RULE_WORDS,
          textOf: (rule) =>
            isMessageRule(rule)
              ? warningWords({ item: `“${listing.title}”`, sentAt: dueTime(report.sentAt), rule })
              : [],
        }}
        texts={MESSAGE_NOTES}
        reported={
          <>
            <Quote who={`${sender.username} wrote`} at={report.sentAt} words={report.content || 'A picture'} />
            <ReportQuotes reports={reports} />
          </>
        }
        open={open}
        onOpenChange={setOpen}
      >
        Record the outcome for the message from <b className="strong">{sender.username}</b>
        {reports.length > 1 && `, for all ${reports.length} who reported it`}.
      </DecideReportDialog>
    </ReportPanel>
  );
};
