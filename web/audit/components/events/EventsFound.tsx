import type { EventFound } from '#application/contract/eventSearch.ts';
import { utcTime } from '#domain/audit/utcTime.ts';
import { classes } from '../../../ui/classes.ts';
import { formatUnits } from '../../../ui/currencies.ts';
import { Link } from '../../../ui/Link.tsx';
import { TableRegion } from '../../../ui/TableRegion.tsx';
import { categoryWord } from '../../categories.ts';

const placeOf = ({ stream, revision }: EventFound): string => `/audit/streams/${stream}?at=${revision}`;

const Actor = ({ id, role, name }: EventFound['actor']) =>
  name === null ? (
    <span title={id}>{role}</span>
  ) : (
    <span>
      <Link to={`/audit/streams/account-${id}`}>{name}</Link> <span className="muted">{role}</span>
    </span>
  );

type RowProps = { event: EventFound; isNew: boolean; hasOutcomes: boolean };

const Row = ({ event, isNew, hasOutcomes }: RowProps) => {
  const { stream, label, type, at, recordedAt, actor, details, amount, currency, outcome } = event;
  const hyphen = stream.indexOf('-');
  const category = categoryWord(stream.slice(0, hyphen));
  return (
    <tr className={classes(isNew && 'arrived')}>
      <td className="nowrap" data-label="Time (UTC)">
        <time dateTime={at} title={`Stored ${utcTime(recordedAt)} UTC`}>
          {utcTime(at)}
        </time>
        {isNew && <span className="sr-only"> (new)</span>}
      </td>
      <td className="nowrap" data-label="Event">
        <Link to={placeOf(event)}>{type}</Link>
      </td>
      <td className="cut" data-label="Of" title={stream}>
        {`${category} ${label ?? `…${stream.slice(hyphen + 1).slice(-6)}`}`}
      </td>
      <td data-label="Actor" className="nowrap">
        <Actor {...actor} />
      </td>
      <td className="cut" data-label="Details" title={details}>
        {details}
      </td>
      {hasOutcomes && <td data-label="Outcome">{outcome}</td>}
      <td className="amount" data-label="Amount">
        {amount === null ? '' : formatUnits(amount, currency ?? 'EUR')}
      </td>
    </tr>
  );
};

type EventsFoundProps = {
  /** Marked, above the others. */
  arrived: readonly EventFound[];
  events: readonly EventFound[];
  busy: boolean;
};

/** One line per event, newest first. Openings of disputes say how the dispute ended. */
export const EventsFound = ({ arrived, events, busy }: EventsFoundProps) => {
  const hasOutcomes = [...arrived, ...events].some(({ outcome }) => outcome !== null);
  return (
    <TableRegion label="Events found" busy={busy}>
      <table className="events found stacks">
        <caption className="sr-only">Events found, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Time (UTC)</th>
            <th scope="col">Event</th>
            <th scope="col">Of</th>
            <th scope="col">Actor</th>
            <th scope="col">Details</th>
            {hasOutcomes && <th scope="col">Outcome</th>}
            <th scope="col" className="amount">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {arrived.map((event) => (
            <Row key={event.id} event={event} isNew hasOutcomes={hasOutcomes} />
          ))}
          {events.map((event) => (
            <Row key={event.id} event={event} isNew={false} hasOutcomes={hasOutcomes} />
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
};
