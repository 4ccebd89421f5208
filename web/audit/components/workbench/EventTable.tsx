import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { PartiesOfListing } from '#domain/audit/dataSubjects.ts';
import type { Labels } from '#domain/audit/eventRow.ts';
import type { Fault } from '#domain/audit/replay/replay.ts';
import { untilItComes } from '../../../loading/untilItComes.ts';
import type { RowMark } from '../../../transparency/rowMarks.ts';
import { EventRow } from './EventRow.tsx';
import type { Row } from './rows.ts';
import { useWindow } from './useWindow.ts';
import { ZONE_WORDS, type Zone } from './zones.ts';

/** Faults of what is stored; the others only end the replay. */
const FAULT_WORDS: Partial<Record<Fault['fault'], string>> = {
  chain: 'Does not follow the event before',
  gap: 'Events are missing before this one',
};

type EventTableProps = {
  /** The region that scrolls. */
  box: RefObject<HTMLElement | null>;
  rows: readonly Row[];
  /** The instant from which elapsed time counts. */
  begin: number;
  between: PartiesOfListing | undefined;
  marks: readonly RowMark[];
  unmarked: RowMark;
  faults: readonly Fault[];
  zone: Zone;
  asJson: boolean;
  e: number;
  open: number | undefined;
  isLoading: boolean;
  onChoose: (revision: number) => void;
  onOpen: (revision: number | undefined) => void;
};

/** They come after the rows, because the first page has a budget. */
const useLabels = (): Labels | undefined => {
  const [labels, setLabels] = useState<Labels>();
  useEffect(() => {
    void untilItComes(() => import('#domain/notifications/eventLabels.ts')).then(({ LABELS }) => setLabels(LABELS));
  }, []);
  return labels;
};

/** The room of rows that are not drawn. */
const Unseen = ({ height }: { height: number }) =>
  height > 0 && (
    <tr className="unseen">
      <td colSpan={6} style={{ height }} />
    </tr>
  );

/** All rows, of which only those in view are drawn. */
export const EventTable = (props: EventTableProps) => {
  const { box, rows, begin, between, marks, unmarked, faults, zone, asJson, e, open, isLoading, onChoose, onOpen } =
    props;
  const [height, setHeight] = useState(0);
  const labels = useLabels();
  const grow = useCallback((next: number) => setHeight(next), []);
  const openIndex = open === undefined ? -1 : rows.findIndex(({ revision }) => revision === open);
  const at = rows.findIndex(({ revision }) => revision === e);
  const { from, to, above, below } = useWindow(box, {
    count: rows.length,
    at,
    open: openIndex < 0 ? undefined : { index: openIndex, height },
  });
  const markOf = (revision: number): RowMark => {
    const fault = faults.find((each) => each.revision === revision && each.fault in FAULT_WORDS);
    const word = fault && FAULT_WORDS[fault.fault];
    return word ? { tone: 'bad', word } : (marks[revision] ?? unmarked);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reachable by keyboard
    <section ref={box} className="event-list" aria-label="Event list" tabIndex={0} aria-busy={isLoading || undefined}>
      <table className="events" aria-rowcount={rows.length + 1}>
        <caption className="sr-only">Events of the stream, oldest first</caption>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className="rev">
              No.
            </th>
            <th scope="col">Time ({ZONE_WORDS[zone]})</th>
            <th scope="col">Event</th>
            <th scope="col">Actor</th>
            <th scope="col">Details</th>
            <th scope="col">Proof</th>
          </tr>
        </thead>
        <tbody>
          <Unseen height={above} />
          {rows.slice(from, to).map((row, place) => (
            <EventRow
              key={row.event.id}
              row={row}
              place={from + place + 1}
              zone={zone}
              begin={begin}
              between={between}
              mark={markOf(row.revision)}
              asJson={asJson}
              at={row.revision === e}
              ahead={row.revision > e}
              isOpen={row.revision === open}
              labels={labels}
              onChoose={onChoose}
              onOpen={onOpen}
              onHeight={grow}
            />
          ))}
          <Unseen height={below} />
        </tbody>
      </table>
    </section>
  );
};
