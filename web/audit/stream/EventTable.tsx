import { useState } from 'react';
import type { AuditStream } from '#application/contract/audit.ts';
import { betweenIn } from '#domain/disclosures/concerned.ts';
import type { Finding } from '../../proof/finding.ts';
import type { RowMark } from '../../proof/rowMarks.ts';
import { unfound } from '../../proof/SealBadge.tsx';
import { Button } from '../../ui/Button.tsx';
import { SearchInput } from '../../ui/Input.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { TableRegion } from '../../ui/TableRegion.tsx';
import { actorOf } from './actors.ts';
import { EventRow } from './EventRow.tsx';
import { ExportButton } from './ExportButton.tsx';

type Events = AuditStream['events'];

const distinct = (texts: string[]): string[] => [...new Set(texts)].sort();

const useFilter = (events: Events) => {
  const [text, setText] = useState('');
  const [actor, setActor] = useState('');
  const [type, setType] = useState('');
  const rows = events.map((event) => ({ event, actor: actorOf(event, events[0]) }));
  const words = text.trim().toLowerCase();
  const shown = rows.filter(
    (row) =>
      (!actor || row.actor === actor) &&
      (!type || row.event.type === type) &&
      (!words || `${row.event.type} ${row.actor} ${JSON.stringify(row.event.data)}`.toLowerCase().includes(words)),
  );
  return {
    shown,
    text,
    setText,
    actor,
    setActor,
    type,
    setType,
    actors: distinct(rows.map((row) => row.actor)),
    types: distinct(events.map((event) => event.type)),
  };
};

type ChooseProps = { label: string; all: string; options: string[]; value: string; onChange: (value: string) => void };

const Choose = ({ label, all, options, value, onChange }: ChooseProps) => (
  <select className="select" aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
    <option value="">{all}</option>
    {options.map((option) => (
      <option key={option}>{option}</option>
    ))}
  </select>
);

type EventTableProps = {
  stream: string;
  events: Events;
  totalCount: number;
  /** What this browser has found out; undefined before that, and where it could not. */
  finding: Finding | undefined;
  isChecking: boolean;
  /** The last event of the replay; undefined where nothing is replayed. */
  at: number | undefined;
  onReplay: ((revision: number) => void) | undefined;
  more: { has: boolean; busy: boolean; load: () => void };
};

export const EventTable = ({
  stream,
  events,
  totalCount,
  finding,
  isChecking,
  at,
  onReplay,
  more,
}: EventTableProps) => {
  const filter = useFilter(events);
  const between = betweenIn(events[0]);
  const unmarked: RowMark = { tone: 'off', word: unfound(isChecking) };
  const { bad, words } = finding?.inWords ?? { bad: false, words: unmarked.word.toLowerCase() };
  return (
    <Panel
      title="Events"
      aside={
        <span className={bad ? 'late' : 'muted'}>
          {`${totalCount} ${totalCount === 1 ? 'event' : 'events'}, ${words}`}
        </span>
      }
    >
      <div className="filterbar">
        <SearchInput
          label="Search events"
          placeholder="Type, actor or value"
          value={filter.text}
          onChange={({ target }) => filter.setText(target.value)}
        />
        <Choose
          label="Actor"
          all="All actors"
          options={filter.actors}
          value={filter.actor}
          onChange={filter.setActor}
        />
        <Choose label="Kind" all="All kinds" options={filter.types} value={filter.type} onChange={filter.setType} />
        <ExportButton stream={stream} />
      </div>
      <TableRegion label="Event list">
        <table className="events">
          <caption className="sr-only">Events of the stream, oldest first</caption>
          <thead>
            <tr>
              <th scope="col" className="rev">
                Rev
              </th>
              <th scope="col">Time (UTC)</th>
              <th scope="col">Event</th>
              <th scope="col">Actor</th>
              <th scope="col">Facts</th>
              <th scope="col">Proof</th>
            </tr>
          </thead>
          <tbody>
            {filter.shown.map(({ event, actor }) => (
              <EventRow
                key={event.id}
                event={event}
                between={between}
                actor={actor}
                mark={finding?.marks[event.revision] ?? unmarked}
                at={event.revision === at}
                ahead={at !== undefined && event.revision > at}
                onReplay={onReplay && (() => onReplay(event.revision))}
              />
            ))}
          </tbody>
        </table>
      </TableRegion>
      {filter.shown.length === 0 && <p className="muted mt-3">No event of this history fits the filters.</p>}
      {more.has && (
        <div className="more">
          <Button size="sm" busy={more.busy} busyText="Loading..." onClick={more.load}>
            Load More
          </Button>
          <p>
            {events.length} of {totalCount} events
          </p>
        </div>
      )}
    </Panel>
  );
};
