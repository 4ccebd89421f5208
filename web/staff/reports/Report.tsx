import { useState } from 'react';
import type { MessageReport } from '#application/contract/messageReports.ts';
import { access } from '#domain/access/access.ts';
import { Button } from '../../ui/Button.tsx';
import { dateTime } from '../../ui/dates.ts';
import { Link } from '../../ui/Link.tsx';
import { onceOpened } from '../../ui/onceOpened.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useMay } from '../useStaffAction.ts';
import { OUTCOMES } from './outcomes.ts';
import { Reported } from './Reported.tsx';

const ResolveDialog = onceOpened(async () => (await import('./ResolveDialog.tsx')).ResolveDialog);

const Outcome = ({ resolution }: { resolution: NonNullable<MessageReport['resolution']> }) => (
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

/** Null: nobody did. */
const reporterOf = ({ reporter }: MessageReport['reports'][number]): string => reporter?.username ?? 'its wording';

/** What was reported, what is said about it, and what came of it. */
export const Report = ({ report }: { report: MessageReport }) => {
  const [open, setOpen] = useState(false);
  const acts = useMay(access.conversation.do.resolveReport);
  const { sender, reports, listing, resolution } = report;
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
      <Reported report={report} />
      {reports.map(({ reporter, reason, reportedAt }) => (
        <div key={reporter?._id ?? 'wording'}>
          <p className="said-head muted">
            {reporter ? `${reporter.username} says about it` : 'Nobody has reported it'}
            <time dateTime={reportedAt}>{dateTime(reportedAt)}</time>
          </p>
          <blockquote>{reason}</blockquote>
        </div>
      ))}
      {resolution && <Outcome resolution={resolution} />}
      <div className="row">
        {!resolution && acts && (
          <Button size="sm" onClick={() => setOpen(true)}>
            Handle report
          </Button>
        )}
        <Link to={`/staff/accounts/${sender._id}`}>Account of {sender.username}</Link>
      </div>
      <ResolveDialog report={report} open={open} onOpenChange={setOpen} />
    </Panel>
  );
};
