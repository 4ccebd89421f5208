import type { ReactNode } from 'react';
import { durationInShort } from '#domain/shared/durations.ts';
import { dateTime } from '../../../ui/dates.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { Quote } from '../Quote.tsx';

type Report = { reporter: { _id: string; username: string } | null; reason: string; reportedAt: string };

/** The reasons that reporters gave. A report without a reporter comes from the automatic check. */
export const ReportQuotes = ({ reports }: { reports: readonly Report[] }) =>
  reports.map(({ reporter, reason, reportedAt }) => (
    <Quote
      key={reporter?._id ?? 'wording'}
      who={reporter ? `${reporter.username} says about it` : 'Found by our automatic check'}
      at={reportedAt}
      words={reason}
    />
  ));

type ReportPanelProps = {
  title: string;
  aside?: ReactNode;
  /** When it began to wait for staff; undefined once it no longer does. */
  waitsSince: string | undefined;
  /** Buttons and links. */
  actions: ReactNode;
  children: ReactNode;
};

/** A report in the list, with how long it has waited. */
export const ReportPanel = ({ title, aside, waitsSince, actions, children }: ReportPanelProps) => {
  const now = useNow();
  return (
    <Panel
      title={title}
      className="report"
      aside={
        <span className="row muted">
          {aside}
          {waitsSince && (
            <time dateTime={waitsSince} title={dateTime(waitsSince)}>
              Waits {durationInShort(now - Date.parse(waitsSince))}
            </time>
          )}
        </span>
      }
    >
      {children}
      <div className="row report-actions">{actions}</div>
    </Panel>
  );
};

/** The earliest of these times. */
export const earliest = (reports: readonly { reportedAt: string }[]): string | undefined =>
  reports.map(({ reportedAt }) => reportedAt).sort()[0];
