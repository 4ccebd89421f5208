import type { CounterfactualAnswer } from '#application/contract/audit.ts';
import { utcTime } from '#domain/audit/utcTime.ts';
import { staffDeadlineWords } from '#domain/notifications/deadlines.ts';
import { transactionTitle } from '#domain/notifications/transactionTitles.ts';
import { DAY } from '#domain/shared/instants.ts';
import { counted } from '#domain/shared/lengths.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Link } from '../../../ui/Link.tsx';
import { formatPrice } from '../../../ui/money.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { TableRegion } from '../../../ui/TableRegion.tsx';

type Sums = CounterfactualAnswer['was'];
type Listed = CounterfactualAnswer['listed'][number];

const days = (ms: number): string => (ms / DAY).toFixed(1);
const signed = (difference: number, text: (value: number) => string): string =>
  difference === 0 ? '–' : `${difference > 0 ? '+' : '−'}${text(Math.abs(difference))}`;

const FIGURES: readonly [label: string, field: keyof Sums, text: (value: number) => string][] = [
  ['Refunded to buyers', 'refunded', formatPrice],
  ['Paid to sellers', 'paidOut', formatPrice],
  ['Fees', 'fees', formatPrice],
  ['Days of held money, all sales', 'held', days],
  ['Days of held money, median of the sales', 'heldMedian', days],
  ['Disputes opened in time', 'disputes', String],
  ['Claims after the payout began', 'lateClaims', String],
];

const Figures = ({ was, would }: Pick<CounterfactualAnswer, 'was' | 'would'>) => (
  <TableRegion label="Figures">
    <table className="events stacks">
      <caption className="sr-only">Figures as they were and under the other terms</caption>
      <thead>
        <tr>
          <th scope="col">Figure</th>
          <th scope="col" className="amount">
            As it was
          </th>
          <th scope="col" className="amount">
            Other terms
          </th>
          <th scope="col" className="amount">
            Difference
          </th>
        </tr>
      </thead>
      <tbody>
        {FIGURES.map(([label, field, text]) => (
          <tr key={field}>
            <th scope="row">{label}</th>
            <td className="amount" data-label="As it was">
              {text(was[field])}
            </td>
            <td className="amount" data-label="Other terms">
              {text(would[field])}
            </td>
            <td className="amount" data-label="Difference">
              {signed(would[field] - was[field], text)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableRegion>
);

const eventText = (event: Listed['was']): string =>
  event === null ? 'Nothing more' : `${transactionTitle(event.type)}, ${utcTime(event.at)}`;

/** The first other event differs in its sums only. */
const isSameEvent = ({ was, would }: Listed): boolean =>
  was !== null && would !== null && was.type === would.type && was.at === would.at;

const wouldText = (sale: Listed): string => {
  if (sale.revision === null) return 'The same events';
  return isSameEvent(sale) ? 'The same, with other sums' : eventText(sale.would);
};

const instantText = (instant: string | null): string => (instant === null ? 'none' : `${utcTime(instant)} UTC`);
const deadlineText = ({ kind, was, would }: Listed['deadlines'][number]): string =>
  `Deadline “${staffDeadlineWords(kind).title}”: ${instantText(was)} → ${instantText(would)}`;

const disputeText = ({ would, lateBy }: Listed['disputes'][number]): string => {
  if (would === 'inTime') return 'Its late claim would have been in time.';
  return lateBy === null
    ? 'Its dispute would have come too late.'
    : `Its dispute would have come ${counted(Math.max(1, Math.round(lateBy / DAY)), 'day')} too late.`;
};

const MONEY = [
  ['total', 'to pay by the buyer'],
  ['refunded', 'refunded'],
  ['paidOut', 'paid out'],
  ['payable', 'payable'],
  ['fees', 'fees'],
] as const;

const moneyText = (sale: Listed): string => {
  if (MONEY.some(([field]) => sale[field] === null)) return 'another currency';
  const parts = MONEY.flatMap(([field, word]) => (sale[field] ? [`${signed(sale[field], formatPrice)} ${word}`] : []));
  if (parts.length > 0) return parts.join(', ');
  return isSameEvent(sale) ? 'the same in the end' : 'the same';
};

const Sales = ({ listed }: Pick<CounterfactualAnswer, 'listed'>) => (
  <TableRegion label="Their first other events">
    <table className="events stacks">
      <caption className="sr-only">Sales that differ, with their first other event</caption>
      <thead>
        <tr>
          <th scope="col">Sale</th>
          <th scope="col">What happened</th>
          <th scope="col">What would have happened</th>
          <th scope="col">Money</th>
        </tr>
      </thead>
      <tbody>
        {listed.map((sale) => (
          <tr key={sale.transactionId}>
            <td data-label="Sale">
              <Link className="mono" to={`/audit/streams/transaction-${sale.transactionId}`}>
                {sale.shortId}
              </Link>
            </td>
            <td data-label="What happened">{sale.revision === null ? 'The same events' : eventText(sale.was)}</td>
            <td data-label="What would have happened">
              <div>
                {wouldText(sale)}
                {sale.disputes.map((dispute) => (
                  <p key={dispute.at} className="muted">
                    {disputeText(dispute)}
                  </p>
                ))}
                {sale.deadlines.map((deadline) => (
                  <p key={deadline.kind} className="muted">
                    {deadlineText(deadline)}
                  </p>
                ))}
              </div>
            </td>
            <td data-label="Money">{moneyText(sale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableRegion>
);

const Notes = ({
  until,
  movedDeadlines,
  complete,
  sales,
  notInEuros,
  unreadable,
  taken,
  refusals,
  disputes,
}: CounterfactualAnswer) => (
  <ul className="course-notes">
    {!complete && (
      <li className="late">
        The answer was cut after {counted(sales, 'sale')}. Choose fewer days, or use the command below.
      </li>
    )}
    <li>
      {counted(disputes.tooLate, 'dispute')} would have come too late, and {counted(disputes.inTime, 'late claim')}{' '}
      would have been in time. {counted(refusals, 'request')} of people would have been refused.
    </li>
    <li>
      The histories are known until {utcTime(until)} UTC. What comes later is not guessed: of a sale that is still open,
      only the deadlines that would move are shown. {counted(movedDeadlines, 'open sale')}{' '}
      {movedDeadlines === 1 ? 'has' : 'have'} such a deadline.
    </li>
    {notInEuros > 0 && <li>Paid in another currency, so not in the sums: {counted(notInEuros, 'sale')}.</li>}
    {unreadable > 0 && <li>Not readable by this release: {counted(unreadable, 'sale')}.</li>}
    {taken > 0 && <li>Taken as it was, because no rule of this release makes it: {counted(taken, 'step')}.</li>}
    <li className="muted">
      People’s behaviour is assumed to be unchanged: they do what they did, when they did it, as far as they still can.
      Requests that were refused in reality are not tried again.
    </li>
  </ul>
);

/** Compares the real sales with the same sales under other terms. */
export const Course = ({ answer }: { answer: CounterfactualAnswer }) => {
  const { sales, changed, differing, otherSums, listed, hash, command } = answer;
  return (
    <div className="course">
      <Panel
        title={`Of ${counted(sales, 'sale')}, ${differing} would have had different events and ${otherSums} different amounts.`}
      >
        <Figures {...answer} />
        <Notes {...answer} />
      </Panel>
      {listed.length > 0 && (
        <Panel
          title="Sales that differ"
          flush
          aside={
            changed > listed.length ? (
              <span className="muted">
                the first {listed.length} of {changed}
              </span>
            ) : undefined
          }
        >
          <Sales listed={listed} />
        </Panel>
      )}
      <Panel title="Reproduce it">
        <p className="muted">
          This address names the instant until which the histories are known, so it gives the same SHA-256 on the same
          release. Operators get it with the command below.
        </p>
        <p className="mono break-all">{hash}</p>
        <p className="mono break-all mt-3">{command}</p>
        <CopyButton text={command} of="the command" />
      </Panel>
    </div>
  );
};
