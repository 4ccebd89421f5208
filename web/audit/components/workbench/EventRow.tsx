import { memo, useId, useLayoutEffect, useRef } from 'react';
import type { AuditEvent } from '#application/contract/audit.ts';
import type { PartiesOfListing } from '#domain/audit/dataSubjects.ts';
import type { OpeningProps } from '../../../dataAccess/Opening.tsx';
import type { RowMark } from '../../../transparency/rowMarks.ts';
import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/Icon.tsx';
import type { IconName } from '../../../ui/icons.ts';
import { Link } from '../../../ui/Link.tsx';
import { partOnDemand } from '../../../ui/partOnDemand.tsx';
import { SkeletonLines } from '../../../ui/Skeleton.tsx';
import { Json } from './Json.tsx';
import { detailsOf, laneWord, type Row } from './rows.ts';
import { timeIn } from './zones.ts';

const ICONS: Record<RowMark['tone'], IconName> = { good: 'check', bad: 'warning', off: 'clock' };

const Opening = partOnDemand<OpeningProps>(
  async () => (await import('../../../dataAccess/onDemand.ts')).Opening,
  <SkeletonLines lines={1} />,
);

/** Ids that lead to everything they caused. */
const SEARCHED = ['event', 'caused by', 'correlation', 'command'];

const Envelope = ({ event }: { event: AuditEvent }) => (
  <dl className="envelope mono">
    {(
      [
        ['event', event.id],
        ['stored at', `${timeIn('utc', Date.parse(event.recordedAt), 0)} UTC`],
        ['position', event.position],
        ['caused by', event.causationId],
        ['correlation', event.correlationId],
        ['command', event.commandId],
        ['actor', `${event.actor.role} ${event.actor.id}`],
        ['previous hash', event.prevHash ?? 'none, the first of its stream'],
        ['hash', event.hash],
      ] as const
    ).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{SEARCHED.includes(name) ? <Link to={`/audit/events?q=cause:${value}`}>{value}</Link> : value}</dd>
      </div>
    ))}
  </dl>
);

type DetailsProps = {
  id: string;
  event: AuditEvent;
  between: PartiesOfListing | undefined;
  onHeight: (height: number) => void;
};

/** The data of an event below its row. Its height moves the rows that follow. */
const Details = ({ id, event, between, onHeight }: DetailsProps) => {
  const place = useRef<HTMLTableRowElement>(null);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => onHeight(element.offsetHeight);
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [onHeight]);
  const sealed = event.personal.length > 0 ? `personal: ${event.personal.join(', ')}` : 'nothing personal';
  return (
    <tr ref={place} className="json" id={id}>
      <td colSpan={6}>
        {event.openable.length > 0 && <Opening event={event} between={between} />}
        <Json
          value={event.data}
          label={`Event ${event.revision} as JSON`}
          comment={`revision ${event.revision} · schema v${event.version} · ${sealed}`}
        />
        <Envelope event={event} />
      </td>
    </tr>
  );
};

type EventRowProps = {
  row: Row;
  /** Its place in the table, counted from 1 and after the head. */
  place: number;
  time: string;
  between: PartiesOfListing | undefined;
  mark: RowMark;
  /** Shows the data instead of a sentence. */
  asJson: boolean;
  at: boolean;
  ahead: boolean;
  isOpen: boolean;
  onChoose: (revision: number) => void;
  onOpen: (revision: number | undefined) => void;
  onHeight: (height: number) => void;
};

export const EventRow = memo((props: EventRowProps) => {
  const { row, place, time, between, mark, asJson, at, ahead, isOpen, onChoose, onOpen, onHeight } = props;
  const { event, revision } = row;
  const details = useId();
  return (
    <>
      <tr
        className={classes('event-row', at && 'at', ahead && 'future')}
        aria-current={at ? 'step' : undefined}
        aria-rowindex={place + 1}
      >
        <td className="rev">
          <button type="button" aria-label={`Replay to event ${revision}`} onClick={() => onChoose(revision)}>
            {revision}
          </button>
        </td>
        <td className="nowrap num">
          <time dateTime={new Date(row.instant).toISOString()}>{time}</time>
        </td>
        <td>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? details : undefined}
            onClick={() => onOpen(isOpen ? undefined : revision)}
          >
            {row.type}
          </button>
        </td>
        <td title={event.actor.id}>{laneWord(row.lane)}</td>
        <td className={asJson ? 'mono' : undefined}>{asJson ? JSON.stringify(event.data) : detailsOf(event)}</td>
        <td className={classes('chain', mark.tone !== 'good' && mark.tone)} title={mark.word}>
          <Icon name={ICONS[mark.tone]} />
          <span className={mark.tone === 'bad' ? undefined : 'sr-only'}>{mark.word}</span>
        </td>
      </tr>
      {isOpen && <Details id={details} event={event} between={between} onHeight={onHeight} />}
    </>
  );
});
