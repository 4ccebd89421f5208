import type { StaffCase } from '#application/contract/cases.ts';
import { CASE_WORDS } from '#domain/notifications/cases.ts';
import { transactionTitle } from '#domain/notifications/transactionTitles.ts';
import { counted } from '#domain/shared/lengths.ts';
import { CASE_TONES, categoryLabel, WAITS_FOR_LABELS } from '../../../../staff/caseText.ts';
import { Badge } from '../../../../ui/Badge.tsx';
import { classes } from '../../../../ui/classes.ts';
import { formatUnits } from '../../../../ui/currencies.ts';
import { dateTime, shortDay, timeAgo } from '../../../../ui/dates.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { Link } from '../../../../ui/Link.tsx';
import { formatPrice } from '../../../../ui/money.ts';
import { dueInShort } from '../../../../ui/timeLeft.ts';
import { CloseUnmatchedEvent } from './CloseUnmatchedEvent.tsx';

type Sale = NonNullable<StaffCase['sale']>;

const Kind = ({ item: { kind, sale } }: { item: StaffCase }) => {
  const { label } = CASE_WORDS[kind];
  const tone = CASE_TONES[kind];
  if (kind !== 'disputeReview' || !sale?.category) return <Badge tone={tone}>{label}</Badge>;
  return (
    <Badge tone={tone}>
      <span className="sr-only">{label}: </span>
      {categoryLabel(sale.category)}
    </Badge>
  );
};

const LastMove = ({ move, now }: { move: Sale['lastMove']; now: number }) =>
  move && (
    <span title={`${transactionTitle(move.event)}, ${dateTime(move.at)}`}>
      <time dateTime={move.at}>{timeAgo(move.at, now)}</time> {transactionTitle(move.event)}
    </span>
  );

/** `from`: the queue's own address, to which the case leads back. */
const OfSale = ({ sale, from, now }: { sale: Sale; from: string; now: number }) => (
  <>
    <td
      className="q-sale"
      title={`${sale.transactionId}: ${sale.listing.title}, bought by ${sale.buyer.username} from ${sale.seller.username}`}
    >
      <Link data-case={sale._id} to={`/staff/cases/${sale._id}`} state={{ queue: from }}>
        {sale.listing.title}
      </Link>{' '}
      <span className="mono muted only-wide">{sale.transactionId}</span>{' '}
      <span className="muted only-wide">
        {sale.buyer.username} from {sale.seller.username}
      </span>
    </td>
    <td className="amount q-sum">
      {sale.claim !== null && (
        <>
          <b className="strong">{formatPrice(sale.claim)}</b> <span className="muted">of </span>
        </>
      )}
      {formatUnits(sale.held, sale.currency)}
      <span className="sr-only"> held</span>
    </td>
    <td className="q-move">
      <LastMove move={sale.lastMove} now={now} />
    </td>
    <td className="amount q-photos">
      {sale.evidence}
      <span className="only-card"> {sale.evidence === 1 ? 'photo' : 'photos'}</span>
    </td>
  </>
);

const Unmatched = ({ orphan: { reference, fact, amount, currency } }: { orphan: NonNullable<StaffCase['orphan']> }) => (
  <>
    <td className="q-sale">
      <span className="mono">{reference}</span> <span className="muted">{fact}</span>
    </td>
    <td className="amount q-sum">{amount === null ? 'no amount' : formatUnits(amount, currency)}</td>
    <td className="q-move" colSpan={2} />
  </>
);

const Stopped = ({ stream }: { stream: string }) => (
  <td className="q-sale" colSpan={4}>
    <span className="mono">{stream}</span>
  </td>
);

const Fault = ({ fault }: { fault: NonNullable<StaffCase['quarantine']> }) => (
  <>
    {fault.event} at revision {fault.revision}, position <span className="mono">{fault.position}</span>: {fault.reason}
  </>
);

/** What has no case file says here what it is about. */
const About = ({ item: { about, orphan, quarantine }, columns }: { item: StaffCase; columns: number }) =>
  (orphan || quarantine) && (
    <tr className="q-about">
      <td />
      <td colSpan={columns}>
        {about}
        {quarantine && (
          <>
            . <Fault fault={quarantine} />
          </>
        )}
      </td>
    </tr>
  );

const ReadNow = ({ readers }: { readers: NonNullable<StaffCase['readers']> }) => {
  if (readers.length === 0) return null;
  const words = `Read now by ${readers.map(({ username }) => username).join(', ')}`;
  return (
    <span className="q-read" title={words}>
      <Icon name="person" />
      <span className="sr-only">{words} </span>
    </span>
  );
};

type CaseRowProps = {
  item: StaffCase;
  from: string;
  now: number;
  /** Undefined for readers who cannot work on cases. */
  onChoose: ((sale: string, chosen: boolean) => void) | undefined;
  chosen: boolean;
};

export const CaseRow = ({ item, from, now, onChoose, chosen }: CaseRowProps) => {
  const { sale, orphan, quarantine, overdue, dueAt, waitsFor, assignee, readers = [], snoozedUntil, notes } = item;
  return (
    <>
      <tr className={classes('q-row', overdue && 'overdue')}>
        {onChoose && (
          <td className="q-choose">
            {sale && (
              <input
                type="checkbox"
                aria-label={`Choose ${sale.transactionId}`}
                checked={chosen}
                onChange={({ target }) => onChoose(sale._id, target.checked)}
              />
            )}
          </td>
        )}
        <td className="q-due">
          <time dateTime={dueAt} title={dateTime(dueAt)} className={overdue ? 'late' : 'strong'}>
            {dueInShort(dueAt, now)}
          </time>
        </td>
        <td className="q-kind">
          <Kind item={item} />
        </td>
        {sale && <OfSale sale={sale} from={from} now={now} />}
        {!sale && orphan && <Unmatched orphan={orphan} />}
        {!sale && !orphan && <Stopped stream={quarantine?.stream ?? ''} />}
        <td className="q-waits">
          {orphan ? <CloseUnmatchedEvent item={item} /> : <span>{WAITS_FOR_LABELS[waitsFor]}</span>}
        </td>
        <td className="q-who">
          <ReadNow readers={readers} />
          {snoozedUntil ? <span className="muted">until {shortDay(snoozedUntil)}</span> : assignee?.username}
          {notes > 0 && (
            <span className="muted" title={counted(notes, 'note')}>
              {' '}
              ({notes}
              <span className="sr-only"> {notes === 1 ? 'note' : 'notes'}</span>)
            </span>
          )}
        </td>
      </tr>
      <About item={item} columns={onChoose ? 8 : 7} />
    </>
  );
};
