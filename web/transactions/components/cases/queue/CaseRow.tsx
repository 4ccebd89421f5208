import type { StaffCase } from '#application/contract/caseQueue.ts';
import { CASE_WORDS } from '#domain/notifications/cases.ts';
import { transactionTitle } from '#domain/notifications/transactionTitles.ts';
import { counted } from '#domain/shared/lengths.ts';
import { CASE_TONES, categoryLabel, soonWords, WAITS_FOR_LABELS, waitSteps } from '../../../../staff/caseText.ts';
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
    <>
      <span className="q-line">{transactionTitle(move.event)}</span>{' '}
      <time className="q-line muted" dateTime={move.at} title={dateTime(move.at)}>
        {timeAgo(move.at, now)}
      </time>
    </>
  );

/** `from`: the queue's own address, to which the case leads back. */
const OfSale = ({ sale, from, now }: { sale: Sale; from: string; now: number }) => (
  <>
    <td
      className="q-sale"
      title={[`${sale.transactionId}: ${sale.listing.title}`, soonWords(sale)].filter(Boolean).join('. ')}
    >
      <span className="q-line">
        <span className="mono muted">{sale.transactionId}</span>{' '}
        <Link data-case={sale._id} to={`/staff/cases/${sale._id}`} state={{ queue: from }}>
          {sale.listing.title}
        </Link>
      </span>{' '}
      <span className="q-line muted">
        {sale.buyer.username} from {sale.seller.username}
      </span>
    </td>
    <td className="amount q-sum">
      {sale.claim !== null && <b className="q-line strong">{formatPrice(sale.claim)}</b>}{' '}
      <span className={classes('q-line', sale.claim !== null && 'muted')}>
        {sale.claim !== null && 'of '}
        {formatUnits(sale.held, sale.currency)}
        <span className="sr-only"> held</span>
      </span>
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
      <span className="q-line mono">{reference}</span> <span className="q-line muted">{fact}</span>
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
const About = ({ item, columns }: { item: StaffCase; columns: number }) => {
  const { about, orphan, quarantine } = item;
  return (
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
        {orphan && (
          <td className="q-who">
            <CloseUnmatchedEvent item={item} />
          </td>
        )}
      </tr>
    )
  );
};

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
  const waits = waitSteps(item)
    .map(({ words, until }) => `${words} until ${dateTime(until)}`)
    .join(', ');
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
          <time dateTime={dueAt} title={waits} className={classes('q-line', overdue ? 'late' : 'strong')}>
            {dueInShort(dueAt, now)}
          </time>{' '}
          <span className="q-line muted">{WAITS_FOR_LABELS[waitsFor]}</span>
        </td>
        <td className="q-kind">
          <Kind item={item} />
        </td>
        {sale && <OfSale sale={sale} from={from} now={now} />}
        {!sale && orphan && <Unmatched orphan={orphan} />}
        {!sale && !orphan && <Stopped stream={quarantine?.stream ?? ''} />}
        <td className="q-who">
          <span className="q-line">
            <ReadNow readers={readers} />
            {assignee?.username}
            {notes > 0 && (
              <span className="muted" title={counted(notes, 'note')}>
                {' '}
                ({notes}
                <span className="sr-only"> {notes === 1 ? 'note' : 'notes'}</span>)
              </span>
            )}
          </span>
          {snoozedUntil && <span className="q-line muted">snoozed until {shortDay(snoozedUntil)}</span>}
        </td>
      </tr>
      <About item={item} columns={(onChoose ? 7 : 6) - (orphan ? 1 : 0)} />
    </>
  );
};
