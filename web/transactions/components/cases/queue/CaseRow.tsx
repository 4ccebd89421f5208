import type { StaffCase } from '#application/contract/cases.ts';
import { CASE_WORDS } from '#domain/notifications/cases.ts';
import { CASE_TONES } from '../../../../staff/caseText.ts';
import { Badge } from '../../../../ui/Badge.tsx';
import { classes } from '../../../../ui/classes.ts';
import { formatUnits } from '../../../../ui/currencies.ts';
import { dateTime, timeAgo } from '../../../../ui/dates.ts';
import { Link } from '../../../../ui/Link.tsx';
import { formatPrice } from '../../../../ui/money.ts';
import { Photo } from '../../../../ui/Photo.tsx';
import { dueInShort } from '../../../../ui/timeLeft.ts';
import { CloseUnmatchedEvent } from './CloseUnmatchedEvent.tsx';

const Due = ({ dueAt, overdue, now }: { dueAt: string; overdue: boolean; now: number }) => (
  <td className="nowrap">
    <b className={classes(overdue ? 'late' : 'strong')}>{dueInShort(dueAt, now)}</b>
    <br />
    <time className="muted" dateTime={dueAt}>
      {dateTime(dueAt)}
    </time>
  </td>
);

const OfTransaction = ({ sale: transaction }: { sale: NonNullable<StaffCase['sale']> }) => (
  <>
    <td>
      <div className="case-item">
        <Photo image={transaction.listing.images[0]} alt="" size="thumbnail" placeholder="" />
        <div>
          <Link to={`/staff/cases/${transaction._id}`}>{transaction.listing.title}</Link>
          <p className="muted">
            <span className="mono">{transaction.transactionId}</span>
          </p>
        </div>
      </div>
    </td>
    <td className="nowrap">
      {transaction.buyer.username} <span className="muted">buyer</span>
      <br />
      {transaction.seller.username} <span className="muted">seller</span>
    </td>
    <td className="amount">
      <b className="strong">{formatUnits(transaction.held, transaction.currency)}</b>
      <br />
      <span className="muted">
        {transaction.claim === null ? 'no claim' : `${formatPrice(transaction.claim)} claimed`}
      </span>
    </td>
  </>
);

const OfNoTransaction = ({
  item,
  orphan: unmatchedEvent,
}: {
  item: StaffCase;
  orphan: NonNullable<StaffCase['orphan']>;
}) => (
  <>
    <td>
      <span className="mono">{unmatchedEvent.reference}</span>
      <br />
      <span className="muted">{unmatchedEvent.fact}</span>
    </td>
    <td>
      <CloseUnmatchedEvent item={item} />
    </td>
    <td className="amount">
      <b className="strong">
        {unmatchedEvent.amount === null ? 'no amount' : formatUnits(unmatchedEvent.amount, unmatchedEvent.currency)}
      </b>
    </td>
  </>
);

type Quarantine = NonNullable<StaffCase['quarantine']>;

const Fault = ({ fault: { event, revision, position, reason } }: { fault: Quarantine }) => (
  <p className="muted">
    {event} at revision {revision}, position <span className="mono">{position}</span>: {reason}
  </p>
);

const OfNothing = ({ fault: { stream } }: { fault: Quarantine }) => (
  <td colSpan={3}>
    <span className="mono">{stream}</span>
  </td>
);

export const CaseRow = ({ item, now }: { item: StaffCase; now: number }) => {
  const { label } = CASE_WORDS[item.kind];
  const tone = CASE_TONES[item.kind];
  return (
    <tr className={item.overdue ? 'overdue' : undefined}>
      <Due dueAt={item.dueAt} overdue={item.overdue} now={now} />
      <td className="case-about">
        <Badge tone={tone}>{label}</Badge>
        <p>
          {item.about} <span className="muted nowrap">Opened {timeAgo(item.since, now)}</span>
        </p>
        {item.sale && item.orphan && <CloseUnmatchedEvent item={item} />}
        {item.quarantine && <Fault fault={item.quarantine} />}
      </td>
      {item.sale && <OfTransaction sale={item.sale} />}
      {item.orphan && !item.sale && <OfNoTransaction item={item} orphan={item.orphan} />}
      {item.quarantine && !item.sale && <OfNothing fault={item.quarantine} />}
    </tr>
  );
};
