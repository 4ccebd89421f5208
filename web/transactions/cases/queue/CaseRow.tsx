import type { StaffCase } from '#application/contract/staff.ts';
import { CASE_WORDS } from '#domain/notifications/cases.ts';
import { CASE_TONES } from '../../../staff/caseWords.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { classes } from '../../../ui/classes.ts';
import { formatUnits } from '../../../ui/currencies.ts';
import { dateTime, timeAgo } from '../../../ui/dates.ts';
import { Link } from '../../../ui/Link.tsx';
import { formatPrice } from '../../../ui/money.ts';
import { Photo } from '../../../ui/Photo.tsx';
import { dueInShort } from '../../../ui/timeLeft.ts';
import { CloseOrphan } from './CloseOrphan.tsx';

const Due = ({ dueAt, overdue, now }: { dueAt: string; overdue: boolean; now: number }) => (
  <td className="nowrap">
    <b className={classes(overdue ? 'late' : 'strong')}>{dueInShort(dueAt, now)}</b>
    <br />
    <time className="muted" dateTime={dueAt}>
      {dateTime(dueAt)}
    </time>
  </td>
);

const OfSale = ({ sale }: { sale: NonNullable<StaffCase['sale']> }) => (
  <>
    <td>
      <div className="case-item">
        <Photo image={sale.listing.images[0]} alt="" size="thumbnail" placeholder="" />
        <div>
          <Link to={`/staff/cases/${sale._id}`}>{sale.listing.title}</Link>
          <p className="muted">
            <span className="mono">{sale.transactionId}</span>
          </p>
        </div>
      </div>
    </td>
    <td className="nowrap">
      {sale.buyer.username} <span className="muted">buyer</span>
      <br />
      {sale.seller.username} <span className="muted">seller</span>
    </td>
    <td className="amount">
      <b className="strong">{formatUnits(sale.held, sale.currency)}</b>
      <br />
      <span className="muted">{sale.claim === null ? 'no claim' : `${formatPrice(sale.claim)} claimed`}</span>
    </td>
  </>
);

const OfNoSale = ({ item, orphan }: { item: StaffCase; orphan: NonNullable<StaffCase['orphan']> }) => (
  <>
    <td>
      <span className="mono">{orphan.reference}</span>
      <br />
      <span className="muted">{orphan.fact}</span>
    </td>
    <td>
      <CloseOrphan item={item} />
    </td>
    <td className="amount">
      <b className="strong">{orphan.amount === null ? 'no amount' : formatUnits(orphan.amount, orphan.currency)}</b>
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
          {item.about} <span className="muted nowrap">Came in {timeAgo(item.since, now)}</span>
        </p>
        {item.sale && item.orphan && <CloseOrphan item={item} />}
        {item.quarantine && <Fault fault={item.quarantine} />}
      </td>
      {item.sale && <OfSale sale={item.sale} />}
      {item.orphan && !item.sale && <OfNoSale item={item} orphan={item.orphan} />}
      {item.quarantine && !item.sale && <OfNothing fault={item.quarantine} />}
    </tr>
  );
};
