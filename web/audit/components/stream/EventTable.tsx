import type { AuditStream } from '#application/contract/audit.ts';
import { partiesIn } from '#domain/audit/dataSubjects.ts';
import { actorOf, type EventFilter } from '#domain/audit/eventRow.ts';
import { messageOf } from '../../../api/ApiError.ts';
import type { Finding } from '../../../transparency/finding.ts';
import type { RowMark } from '../../../transparency/rowMarks.ts';
import { unfound } from '../../../transparency/SealBadge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { SearchInput } from '../../../ui/Input.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { TableRegion } from '../../../ui/TableRegion.tsx';
import { useDebounced } from '../../../ui/useDebounced.ts';
import { EventRow } from './EventRow.tsx';
import { ExportButton } from './ExportButton.tsx';

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
  /** First page of the unfiltered history; provides the filter options. */
  whole: AuditStream;
  /** Loaded events that match the filter. */
  events: AuditStream['events'];
  /** Number of matching events in the whole history; undefined until the server answers. */
  matchCount: number | undefined;
  filter: EventFilter;
  onFilter: (filter: EventFilter) => void;
  /** Result of this browser's checks; undefined before they finish or if they fail. */
  finding: Finding | undefined;
  isChecking: boolean;
  /** Current event of the replay; undefined without a replay. */
  at: number | undefined;
  onReplay: ((revision: number) => void) | undefined;
  /** Failure of the filter request. */
  failure: { error: unknown; retry: () => void } | undefined;
  more: { has: boolean; busy: boolean; load: () => void };
};

export const EventTable = ({
  stream,
  whole,
  events,
  matchCount,
  filter,
  onFilter,
  finding,
  isChecking,
  at,
  onReplay,
  failure,
  more,
}: EventTableProps) => {
  const [first] = whole.events;
  const between = partiesIn(first);
  const { totalCount } = whole;
  const { text, setText } = useDebounced(filter.text, (changed) => onFilter({ ...filter, text: changed }));
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
          maxLength={200}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Choose
          label="Actor"
          all="All actors"
          options={whole.actors}
          value={filter.actor}
          onChange={(actor) => onFilter({ ...filter, actor })}
        />
        <Choose
          label="Kind"
          all="All kinds"
          options={whole.types}
          value={filter.type}
          onChange={(type) => onFilter({ ...filter, type })}
        />
        <ExportButton stream={stream} />
      </div>
      <TableRegion label="Event list" busy={matchCount === undefined && !failure}>
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
              <th scope="col">Details</th>
              <th scope="col">Proof</th>
            </tr>
          </thead>
          <tbody>
            {events.map((event) => (
              <EventRow
                key={event.id}
                event={event}
                between={between}
                actor={actorOf(event, first)}
                mark={finding?.marks[event.revision] ?? unmarked}
                at={event.revision === at}
                ahead={at !== undefined && event.revision > at}
                onReplay={onReplay && (() => onReplay(event.revision))}
              />
            ))}
          </tbody>
        </table>
      </TableRegion>
      {failure && (
        <ErrorState error={failure.error} title="Failed to filter the history" onRetry={failure.retry}>
          {messageOf(failure.error, 'Try again in a moment.')}
        </ErrorState>
      )}
      {matchCount === 0 && <p className="muted mt-3">None of the {totalCount} events matches the filters.</p>}
      {more.has && (
        <div className="more">
          <Button size="sm" busy={more.busy} busyText="Loading..." onClick={more.load}>
            Load More
          </Button>
          <p>
            {events.length} of {matchCount} events
          </p>
        </div>
      )}
    </Panel>
  );
};
