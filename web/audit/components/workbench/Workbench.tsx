import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { AuditEvent } from '#application/contract/audit.ts';
import { partiesIn } from '#domain/audit/dataSubjects.ts';
import type { HistorySealProps } from '../../../transparency/HistorySeal.tsx';
import { historyQuery } from '../../../transparency/historyQuery.ts';
import type { RowMark } from '../../../transparency/rowMarks.ts';
import { unfound } from '../../../transparency/SealBadge.tsx';
import type { ShownEvent } from '../../../transparency/storedHistory.ts';
import { BackLink } from '../../../ui/BackLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { LoadFailure } from '../../../ui/LoadFailure.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { partOnDemand } from '../../../ui/partOnDemand.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TableSkeleton } from '../../../ui/TableRegion.tsx';
import type { ComparedProps } from './Compared.tsx';
import type { CompareWithProps } from './CompareWith.tsx';
import { EventTable } from './EventTable.tsx';
import { Faults } from './Faults.tsx';
import type { FilterProps } from './Filter.tsx';
import type { GoToProps } from './GoTo.tsx';
import { Choice, Head } from './Head.tsx';
import type { KeyListProps } from './KeyList.tsx';
import { PeopleProvider } from './people.tsx';
import { Replay } from './Replay.tsx';
import { lanesOf, stepFrom } from './rows.ts';
import type { Called, SideProps } from './Side.tsx';
import type { StripProps } from './Strip.tsx';
import { transactionOf } from './transactionOf.ts';
import { useArrivals } from './useArrivals.ts';
import { useComparison } from './useComparison.ts';
import { useHistory } from './useHistory.ts';
import { useKeys } from './useKeys.ts';
import { usePlace, VIEWS, type View } from './usePlace.ts';
import { useRows } from './useRows.ts';
import { namedTimeIn } from './zones.ts';

const HistorySeal = partOnDemand<HistorySealProps>(
  async () => (await import('../../../transparency/onDemand.ts')).HistorySeal,
  <Skeleton height="12rem" />,
);

const loadStrip = async () => (await import('./Strip.tsx')).Strip;
const Strip = partOnDemand<StripProps>(loadStrip, <Skeleton height="10rem" />);
const loadSide = async () => (await import('./Side.tsx')).Side;
const Side = partOnDemand<SideProps>(loadSide, <Skeleton height="24rem" />);
const loadFilter = async () => (await import('./Filter.tsx')).Filter;
const Filter = partOnDemand<FilterProps>(loadFilter, <Skeleton height="2.5rem" />);
const GoTo = partOnDemand<GoToProps>(async () => (await import('./GoTo.tsx')).GoTo, <Skeleton height="2rem" />);
const KeyList = partOnDemand<KeyListProps>(async () => (await import('./KeyList.tsx')).KeyList, null);
const CompareWith = partOnDemand<CompareWithProps>(async () => (await import('./CompareWith.tsx')).CompareWith, null);
const Compared = partOnDemand<ComparedProps>(
  async () => (await import('./Compared.tsx')).Compared,
  <Skeleton height="12rem" />,
);

const findLater = async (stream: string, shown: readonly ShownEvent[]) =>
  (await import('../../../transparency/onDemand.ts')).findOut(stream, shown);

/** The events as the rows show them; opened personal data is not included. */
const shownIn = (events: readonly AuditEvent[]): ShownEvent[] =>
  events.map(({ revision, type, id, recordedAt, actor, hash, data }) => {
    return { revision, type, id, recordedAt, actor, hash, data };
  });

const VIEW_WORDS: Record<View, string> = { compact: 'Compact', all: 'All', json: 'JSON' };

const NO_MARKS: readonly RowMark[] = [];
const within = (revision: number, last: number): number => Math.min(Math.max(0, revision), Math.max(0, last));
const counted = (count: number): string => `${count} ${count === 1 ? 'event' : 'events'}`;

const History = ({ stream }: { stream: string }) => {
  const history = useHistory(stream);
  const { loaded, connection, stage, error, retry } = history;
  const { events, length, folded, tags } = loaded;
  const { place, move } = usePlace();
  const { all, shown: rows, isSearching, fault, warnings } = useRows(stream, history, place);
  const [isWhole, setWhole] = useState(false);
  const [isWhyOpen, setWhyOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [called, setCalled] = useState<Called>();
  const field = useRef<HTMLInputElement>(null);
  const other = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLElement>(null);

  // their code comes while the first part does
  useEffect(() => void Promise.allSettled([loadFilter(), loadStrip(), loadSide()]), []);

  const last = events.at(-1)?.revision ?? 0;
  const { newest, arrived, reach } = useArrivals({ last, isOpen: stage === 'done', place, move, list });
  const e = within(place.e ?? newest, last);
  const b = within(place.b ?? e, last);
  // −1: before the first event
  const a = place.a === null ? b - 1 : within(place.a, last);
  const transaction = transactionOf(stream);
  const lanes = useMemo(() => lanesOf(all), [all]);
  const types = useMemo(() => [...new Set(all.map(({ type }) => type))].sort(), [all]);
  const begin = all[0]?.instant ?? 0;
  const between = useMemo(() => partiesIn(events[0]), [events]);

  // the last event is not known while parts are missing
  const isWaiting = stage === 'loading' && place.e === null;
  const answer = useDeferredValue(useComparison(connection, { a, b, e, count: isWaiting ? 0 : events.length }));
  // the proof comes after the state, because it takes longer
  const isHere = stage !== 'loading' && events.length > 0 && answer !== undefined;
  const shown = useMemo(() => (isHere ? shownIn(events) : []), [isHere, events]);
  const proof = useQuery({ ...historyQuery(stream, shown, findLater, tags), enabled: isHere });
  const finding = proof.data;
  const isChecking = proof.isPending || proof.isPlaceholderData;
  const upTo = finding && proof.isPlaceholderData ? finding.marks.length - 1 : undefined;
  const open = place.open ? e : undefined;
  const dragged = useMemo(() => (revision: number) => move({ e: revision, open: false }), [move]);
  const jumped = useMemo(() => (revision: number) => move({ e: revision, open: false }, 'jump'), [move]);
  const opened = useMemo(
    () => (revision: number | undefined) =>
      revision === undefined ? move({ open: false }) : move({ e: revision, open: true }, 'jump'),
    [move],
  );
  const time = (instant: number) => namedTimeIn(place.tz, instant, begin);
  /** Opens or closes a part of the side, whichever of its two sides is chosen. */
  const call = (part: Called['part'], isOpen: boolean, open: (open: boolean) => void) => {
    const opens = place.side === 'chart' || !isOpen;
    open(opens);
    move({ side: 'moment' });
    if (opens) setCalled({ part });
  };

  useKeys({
    step: (by, inLane) => move({ e: stepFrom(rows, e, by, inLane ? all[e]?.lane : undefined) }),
    setA: () => move({ a: place.a === e ? null : e }),
    setB: () => move({ b: place.b === e ? null : e }),
    search: () => field.current?.focus(),
    json: () => opened(place.open ? undefined : e),
    causes: () => call('causes', isWhyOpen, setWhyOpen),
    difference: () => call('changes', isWhole, setWhole),
    chart: () => {
      move({ side: place.side === 'chart' ? 'moment' : 'chart' });
      setCalled({ part: 'side' });
    },
    compare: () => other.current?.focus(),
    news: reach,
    help: () => setHelpOpen(true),
  });

  if (events.length === 0 && stage === 'loading') return <TableSkeleton />;
  if (events.length === 0 && stage === 'failed') return <Failure error={error} onRetry={retry} />;
  const unmarked: RowMark = { tone: 'off', word: unfound(isChecking) };
  const { bad, words } = finding?.inWords ?? { bad: false, words: unmarked.word.toLowerCase() };
  const isFiltered = rows.length < all.length;
  return (
    <PeopleProvider value={loaded.named}>
      <div className="workbench">
        <Head
          stream={stream}
          first={events[0]}
          people={loaded.people}
          masked={loaded.masked}
          seal={finding?.seal}
          isChecking={isChecking}
          upTo={upTo}
          zone={place.tz}
          onZone={(tz) => move({ tz })}
        />
        <Faults {...history} />
        <Strip
          rows={all}
          lanes={lanes}
          money={folded.money}
          spans={folded.spans}
          a={a}
          b={b}
          e={e}
          isFixed={{ a: place.a !== null, b: place.b !== null }}
          zone={place.tz}
          onRelease={(handle) => move({ [handle]: null })}
          onMove={(handle, revision, how) =>
            handle === 'e' ? move({ e: revision, open: false }, how) : move({ [handle]: revision })
          }
        />
        <Replay
          revision={e}
          last={last}
          event={all[e] && { type: all[e].type, time: time(all[e].instant) }}
          onChange={dragged}
        >
          <GoTo
            rows={all}
            at={e}
            zone={place.tz}
            isWhole={stage === 'done'}
            onMove={jumped}
            onKeys={() => setHelpOpen(true)}
          />
        </Replay>
        <div className="workbench-body">
          <Panel
            title="Events"
            aside={
              <div className="events-aside">
                <span className={bad ? 'late' : 'muted'}>
                  {stage === 'loading'
                    ? `${events.length} of ${counted(length)}`
                    : `${counted(length)}, ${upTo === undefined ? '' : `the first ${upTo + 1}: `}${words}`}
                </span>
                <span role="status">
                  {arrived > 0 && (
                    <Button size="sm" look="quiet" aria-keyshortcuts="n" onClick={reach}>
                      {arrived} new {arrived === 1 ? 'event' : 'events'} <kbd>n</kbd>
                    </Button>
                  )}
                </span>
                <Choice
                  label="View"
                  values={VIEWS}
                  words={VIEW_WORDS}
                  value={place.view}
                  onChange={(view) => move({ view })}
                />
              </div>
            }
          >
            <Filter
              stream={stream}
              query={place.q}
              onQuery={(q) => move({ q })}
              actors={lanes}
              types={types}
              field={field}
            />
            {fault && (
              <p className="late" role="alert">
                {fault}
              </p>
            )}
            {warnings.map((words) => (
              <p key={words} className="muted" role="status">
                {words}
              </p>
            ))}
            <EventTable
              box={list}
              rows={rows}
              begin={begin}
              between={between}
              marks={finding?.marks ?? NO_MARKS}
              unmarked={unmarked}
              faults={folded.faults}
              zone={place.tz}
              asJson={place.view === 'json'}
              e={e}
              open={open}
              isLoading={stage === 'loading' || isSearching}
              onChoose={jumped}
              onOpen={opened}
            />
            {isFiltered && !isSearching && fault === undefined && (
              <p className="muted" role="status">
                {rows.length === 0
                  ? `None of the ${counted(all.length)} matches.${loaded.masked ? ' Masked texts are not searched.' : ''}`
                  : `${rows.length} of ${counted(all.length)} shown.`}
              </p>
            )}
          </Panel>
          <Side
            stream={stream}
            transaction={transaction}
            answer={answer}
            rows={all}
            moves={folded.moves}
            e={e}
            side={place.side}
            isWhole={isWhole}
            why={{ open: isWhyOpen, onOpen: setWhyOpen }}
            time={time}
            called={called}
            onSide={(side) => move({ side })}
          />
        </div>
        <CompareWith own={stream} value={place.compare} field={other} onChange={(compare) => move({ compare })} />
        {place.compare !== '' && isHere && (
          <Compared key={place.compare} own={{ rows: all, connection }} stream={place.compare} zone={place.tz} />
        )}
        {isHere && <HistorySeal stream={stream} shown={shown} version={tags} revision={e} />}
        {isHelpOpen && <KeyList open onOpenChange={setHelpOpen} />}
      </div>
    </PeopleProvider>
  );
};

const Failure = (props: { error: unknown; onRetry: () => void }) => (
  <LoadFailure
    {...props}
    missing={{ title: 'History not found', words: 'Please check the address.' }}
    failed={{ title: 'Failed to load the history' }}
    back={{ to: '/audit', label: 'Audit trail' }}
  />
);

export const Workbench = () => {
  const { stream = '' } = useParams();
  return (
    <>
      <BackLink to="/audit">Audit trail</BackLink>
      <History key={stream} stream={stream} />
    </>
  );
};
