import type { EventFound } from '#application/contract/eventSearch.ts';
import { utcTime } from '#domain/audit/utcTime.ts';
import { classes } from '../../../ui/classes.ts';
import { formatUnits } from '../../../ui/currencies.ts';
import { Link } from '../../../ui/Link.tsx';
import { TableRegion } from '../../../ui/TableRegion.tsx';
import { categoryWord } from '../../categories.ts';

const placeOf = ({ stream, revision }: EventFound): string => `/audit/streams/${stream}?at=${revision}`;

const Row = ({ event, isNew }: { event: EventFound; isNew: boolean }) => {
  const { stream, label, type, at, recordedAt, actor, details, amount, currency } = event;
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
      <td data-label="Actor" title={actor.id}>
        {actor.role}
      </td>
      <td className="cut" data-label="Details" title={details}>
        {details}
      </td>
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

/** One line per event, newest first. */
export const EventsFound = ({ arrived, events, busy }: EventsFoundProps) => (
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
          <th scope="col" className="amount">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {arrived.map((event) => (
          <Row key={event.id} event={event} isNew />
        ))}
        {events.map((event) => (
          <Row key={event.id} event={event} isNew={false} />
        ))}
      </tbody>
    </table>
  </TableRegion>
);
