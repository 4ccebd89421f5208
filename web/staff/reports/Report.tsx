import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { MessageReport } from '#application/contract/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { dateTime } from '../../ui/dates.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useActs } from '../useStaffDeed.ts';
import { OUTCOMES, ResolveDialog } from './ResolveDialog.tsx';

const Reported = ({ report: { sender, content, imageUrl } }: { report: MessageReport }) => (
  <div className="case-message reported">
    <p className="muted">{sender.username} wrote</p>
    {content && <p className="strong">{content}</p>}
    {imageUrl && (
      <a href={imageUrl} target="_blank" rel="noreferrer">
        <img src={imageUrl} alt={`Sent by ${sender.username}`} width={160} height={120} loading="lazy" />
      </a>
    )}
  </div>
);

const Outcome = ({ resolution }: { resolution: NonNullable<MessageReport['resolution']> }) => (
  <p>
    <b className="strong">{OUTCOMES[resolution.outcome]}</b>{' '}
    <span className="muted">
      {resolution.by.username} on {dateTime(resolution.at)}
    </span>
  </p>
);

/** What was reported, what is said about it, and what came of it. */
export const Report = ({ report }: { report: MessageReport }) => {
  const [open, setOpen] = useState(false);
  const acts = useActs();
  const { sender, reporter, reason, reportedAt, resolution } = report;
  return (
    <Panel
      title={`${sender.username}, reported by ${reporter.username}`}
      className="report"
      aside={
        <time className="muted" dateTime={reportedAt}>
          {dateTime(reportedAt)}
        </time>
      }
    >
      <Reported report={report} />
      <div>
        <p className="muted">{reporter.username} says about it</p>
        <blockquote>{reason}</blockquote>
      </div>
      {resolution && <Outcome resolution={resolution} />}
      <div className="row">
        {!resolution && acts && (
          <Button size="sm" onClick={() => setOpen(true)}>
            Handle report
          </Button>
        )}
        <Link to={`/staff/accounts/${sender._id}`}>Account of {sender.username}</Link>
        <Link to={`/listings/${report.listingId}`}>Listing</Link>
      </div>
      <ResolveDialog report={report} open={open} onOpenChange={setOpen} />
    </Panel>
  );
};
