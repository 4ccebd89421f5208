import type { TransactionDetail } from '#application/contract/transactions.ts';
import { dateTime, dueTime } from '../../../ui/dates.ts';
import { useNow } from '../../../ui/useNow.ts';
import { deadlineEntries, inOrder, pastEntries } from '../../text/timelineText.ts';

type TimelineProps = {
  sale: Pick<TransactionDetail, 'paymentHistory' | 'deadlines' | 'policyVersion' | 'decision' | 'heard'>;
};

/** Newest first, with the armed deadlines on top. */
const Entries = ({ sale: transaction }: TimelineProps) => {
  const entries = [
    ...deadlineEntries(transaction, useNow()),
    ...pastEntries(transaction.paymentHistory, transaction.heard),
  ];
  return (
    <ol className="timeline">
      {inOrder(entries).map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an append-only list, two events may share an instant
        <li key={index} className={entry.ahead ? 'next' : undefined}>
          <span className="sr-only">{entry.ahead ? 'Upcoming' : 'Done'}: </span>
          <b>{entry.title}</b>
          {entry.detail && <span>{entry.ended ? <s>{entry.detail}</s> : entry.detail}</span>}
          {entry.ended && <span>{entry.ended}</span>}
          <span className="timeline-when">
            <time dateTime={entry.at}>{entry.ahead ? dueTime(entry.at) : dateTime(entry.at)}</time>
            {entry.status && ` · ${entry.status}`}
          </span>
        </li>
      ))}
    </ol>
  );
};

export const Timeline = ({ sale: transaction }: TimelineProps) => (
  <section className="panel" aria-labelledby="timeline">
    <h2 id="timeline">Transaction Timeline</h2>
    <Entries sale={transaction} />
  </section>
);
