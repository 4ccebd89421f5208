import { memo, useId, useLayoutEffect, useRef } from 'react';
import type { PartiesOfListing } from '#domain/audit/dataSubjects.ts';
import { actingIn, type Labels } from '#domain/audit/eventRow.ts';
import type { RowMark } from '../../../transparency/rowMarks.ts';
import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/Icon.tsx';
import type { IconName } from '../../../ui/icons.ts';
import { partOnDemand } from '../../../ui/partOnDemand.tsx';
import { SkeletonLines } from '../../../ui/Skeleton.tsx';
import type { EventDetailsProps } from './EventDetails.tsx';
import { nameIn, usePeople } from './people.tsx';
import { detailsOf, type Row, storedApart } from './rows.ts';
import { namedTimeIn, timeIn, type Zone } from './zones.ts';

const ICONS: Record<RowMark['tone'], IconName> = { good: 'check', bad: 'warning', off: 'clock' };

const EventDetails = partOnDemand<EventDetailsProps>(
  async () => (await import('./EventDetails.tsx')).EventDetails,
  <SkeletonLines lines={8} />,
);

type DetailsProps = EventDetailsProps & { id: string; onHeight: (height: number) => void };

/** The data of an event below its row. Its height moves the rows that follow. */
const Details = ({ id, onHeight, ...details }: DetailsProps) => {
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
  return (
    <tr ref={place} className="json" id={id}>
      <td colSpan={6}>
        <EventDetails {...details} />
      </td>
    </tr>
  );
};

type EventRowProps = {
  row: Row;
  /** Its place in the table, counted from 1 and after the head. */
  place: number;
  zone: Zone;
  /** The instant from which elapsed time counts. */
  begin: number;
  between: PartiesOfListing | undefined;
  mark: RowMark;
  /** Shows the data instead of a sentence. */
  asJson: boolean;
  at: boolean;
  ahead: boolean;
  isOpen: boolean;
  /** The product’s words for codes; undefined until they come. */
  labels: Labels | undefined;
  onChoose: (revision: number) => void;
  onOpen: (revision: number | undefined) => void;
  onHeight: (height: number) => void;
};

/** The whole text is its tooltip where the column cuts it. */
const Cut = ({ mono, children }: { mono: boolean; children: string }) => (
  <td className={mono ? 'mono' : undefined} title={children}>
    {children}
  </td>
);

export const EventRow = memo((props: EventRowProps) => {
  const { row, place, zone, begin, between, mark, asJson, at, ahead, isOpen, labels, onChoose, onOpen, onHeight } =
    props;
  const { event, revision } = row;
  const details = useId();
  const time = (instant: number) => timeIn(zone, instant, begin);
  const named = (instant: number) => namedTimeIn(zone, instant, begin);
  const stored = storedApart(row);
  const people = usePeople();
  const acting = actingIn(event);
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
          <time dateTime={new Date(row.instant).toISOString()}>{time(row.instant)}</time>
          {stored !== undefined && (
            <abbr className="apart" title={`Stored ${named(stored)}`}>
              †
            </abbr>
          )}
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
        <td title={people.get(acting.id) ?? acting.id}>{row.lane}</td>
        <Cut mono={asJson}>
          {asJson ? JSON.stringify(event.data) : detailsOf(row, { time, labels, nameOf: (id) => nameIn(people, id) })}
        </Cut>
        <td className={classes('chain', mark.tone !== 'good' && mark.tone)} title={mark.word}>
          <Icon name={ICONS[mark.tone]} />
          <span className={mark.tone === 'bad' ? undefined : 'sr-only'}>{mark.word}</span>
        </td>
      </tr>
      {isOpen && <Details id={details} event={event} between={between} time={named} onHeight={onHeight} />}
    </>
  );
});
