import type { TransactionView } from '#application/contract/transactions.ts';
import { dateTime, dueTime } from '../../ui/dates.ts';
import { useNow } from '../../ui/useNow.ts';
import { deadlineEntries } from '../deadlineWords.ts';
import { inOrder, pastEntries } from '../timelineWords.ts';

export type TimelineProps = { sale: Pick<TransactionView, 'paymentHistory' | 'deadlines' | 'policyVersion'> };

/** Newest first; above what has happened stands what the armed deadlines will do. */
export const TimelineEntries = ({ sale: transaction }: TimelineProps) => {
  const entries = [...deadlineEntries(transaction, useNow()), ...pastEntries(transaction.paymentHistory)];
  return (
    <ol className="timeline">
      {inOrder(entries).map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an append-only list, two facts may share an instant
        <li key={index} className={entry.ahead ? 'next' : undefined}>
          <span className="sr-only">{entry.ahead ? 'Upcoming' : 'Done'}: </span>
          <b>{entry.title}</b>
          {entry.detail && <span>{entry.detail}</span>}
          <span className="timeline-when">
            <time dateTime={entry.at}>{entry.ahead ? dueTime(entry.at) : dateTime(entry.at)}</time>
            {entry.status && ` · ${entry.status}`}
          </span>
        </li>
      ))}
    </ol>
  );
};
