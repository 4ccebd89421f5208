import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { EventFound } from '#application/contract/eventSearch.ts';
import { parseQuery, printQuery } from '#domain/audit/eventQuery.ts';
import { messageOf, serverErrors } from '../../../api/ApiError.ts';
import { download } from '../../../api/download.ts';
import { KeysHelp } from '../../../staff/keysHelpOnDemand.ts';
import { type Key, useKeys } from '../../../staff/useKeys.ts';
import { Views } from '../../../staff/views/Views.tsx';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { onceOpened } from '../../../ui/onceOpened.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { EmptyState, ErrorState, Notice } from '../../../ui/States.tsx';
import { TableSkeleton } from '../../../ui/TableRegion.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAddress } from '../../../ui/useAddress.ts';
import { eventsQuery, histogramQuery, tailQuery } from '../../api/eventQueries.ts';
import type { Known } from './completions.ts';
import { EventsFound } from './EventsFound.tsx';
import { countText, Histogram, inWords } from './Histogram.tsx';
import { QueryBox } from './QueryBox.tsx';
import { QueryNotes } from './QueryNotes.tsx';

const QueryHelp = onceOpened(async () => (await import('./QueryHelp.tsx')).QueryHelp);

/** The query narrowed to a time: its own times give way. */
const during = (q: string, from: string, until: string): string => {
  const parsed = parseQuery(q);
  const others = parsed.ok ? parsed.terms.filter(({ field }) => !['after', 'before', 'on'].includes(field)) : [];
  const [after, before] = [from, until].map((instant) => instant.slice(0, 10));
  return `${printQuery(others)} after:${after} before:${before}`.trim();
};

/** Completions from the rows in view. The marketplace’s own lists load with the completion. */
const knownOf = (rows: readonly EventFound[]): Known => {
  const streams = new Map(rows.flatMap(({ stream, label }) => (label === null ? [] : [[stream, label] as const])));
  return {
    streams: [...streams].map(([value, words]) => ({ value, words })),
    causes: rows.map(({ id, type, label }) => ({ value: id, words: label === null ? type : `${type}, ${label}` })),
  };
};

const ExportMenu = ({ q }: { q: string }) => {
  const file = useMutation({
    mutationFn: (format: 'csv' | 'ndjson') => download(`audit/events/export?${new URLSearchParams({ q, format })}`),
    onError: (error) => toast.error(messageOf(error, 'The events could not be exported. Please try again.')),
  });
  return (
    <Menu
      label="Export the newest 10,000 events"
      trigger={
        <Button size="sm" busy={file.isPending} busyText="Preparing…">
          Export
        </Button>
      }
      groups={[
        [
          { label: 'CSV, newest 10,000', onSelect: () => file.mutate('csv') },
          { label: 'NDJSON, newest 10,000', onSelect: () => file.mutate('ndjson') },
        ],
      ]}
    />
  );
};

const Count = ({
  q,
  newest,
  onChoose,
}: {
  q: string;
  /** The position of the newest event that has arrived; it counts too. */
  newest: string | undefined;
  onChoose: (from: string, until: string) => void;
}) => {
  const { data, error, refetch } = useQuery(histogramQuery(q, newest));
  if (!data)
    return error ? (
      <Notice bad>
        The events could not be counted.{' '}
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    ) : (
      <div className="histogram-place" />
    );
  return (
    <>
      {data.bars.length > 0 && <Histogram {...data} onChoose={onChoose} />}
      <p className="muted small event-count" role="status">
        {countText(data)}
      </p>
    </>
  );
};

/** Search over the events of all histories. The query is in the address. */
export const Events = () => {
  const { of, change } = useAddress();
  const asked = of('q');
  const isReadable = parseQuery(asked).ok;
  const box = useRef<HTMLInputElement>(null);
  const [helps, setHelps] = useState(false);
  const [keysHelp, setKeysHelp] = useState(false);
  const [live, setLive] = useState(false);
  const answer = useInfiniteQuery(eventsQuery(asked, isReadable));
  const refusal = serverErrors(answer.error).q;
  const isAnswered = isReadable && !refusal;
  const [lastGood, setLastGood] = useState<string>();
  const isGood = isReadable && answer.isSuccess && !answer.isPlaceholderData;
  useEffect(() => {
    if (isGood) setLastGood(asked);
  }, [isGood, asked]);
  // a query that is refused keeps the table of the last good one
  const q = isAnswered ? asked : lastGood;
  const found = useInfiniteQuery(eventsQuery(q ?? '', q !== undefined));
  const pages = found.data?.pages ?? [];
  const from = pages[0]?.upTo ?? null;
  const tail = useQuery(tailQuery(q ?? '', from, live && from !== null && !found.isPlaceholderData));
  const events = pages.flatMap((page) => page.events);
  const ids = new Set(events.map(({ id }) => id));
  const arrived = (tail.data?.events ?? []).filter(({ id }) => !ids.has(id));
  const isShown = q !== undefined;
  const unknownNames = found.isPlaceholderData ? [] : (pages[0]?.unknownNames ?? []);
  const ask = (query: string) => change({ q: query }, { replace: false });

  const keys: Key[] = [
    { key: '/', name: 'Search', run: () => box.current?.focus() },
    { key: 'l', name: 'Show new events as they arrive, or pause', run: () => setLive(!live) },
    { key: 'h', name: 'How to search', run: () => setHelps(true) },
    { key: '?', name: 'Show these keys', run: () => setKeysHelp(true) },
  ];
  useKeys(keys);
  return (
    <>
      <PageHeading
        title="Events"
        lead="The events of all histories that you may read. Personal text is searched only in a single sale."
        rule={false}
        actions={
          <div className="row">
            <Views list="events" all={{ label: 'All events', to: '/audit/events' }} />
            {isAnswered && <ExportMenu q={asked} />}
            <Button size="sm" icon={live ? 'pause' : 'play'} aria-pressed={live} onClick={() => setLive(!live)}>
              {live ? 'Pause' : 'Live'}
            </Button>
            <IconButton icon="question" label="Keyboard shortcuts" onClick={() => setKeysHelp(true)} />
          </div>
        }
      />
      <QueryBox
        asked={asked}
        refusal={refusal}
        onAsk={ask}
        onHelp={() => setHelps(true)}
        known={knownOf([...arrived, ...events])}
        box={box}
      />
      {isShown && !isAnswered && (
        <Notice>
          Below are the results of {q === '' ? 'the search for all events' : <span className="mono">{q}</span>}.
        </Notice>
      )}
      {isShown && (
        <QueryNotes
          q={q}
          maskedTexts={found.isPlaceholderData ? undefined : pages[0]?.maskedTexts}
          unknownNames={unknownNames}
        />
      )}
      {isShown && (
        <Count q={q} newest={arrived[0]?.position} onChoose={(after, before) => ask(during(q, after, before))} />
      )}
      {live && (
        <p className="muted small event-count" role="status">
          {tail.error
            ? 'New events cannot be loaded. The next attempt is in a few seconds.'
            : `Live: ${inWords(arrived.length)} since you started.`}
        </p>
      )}
      {isShown && found.isPending && <TableSkeleton />}
      {isShown && found.error && pages.length > 0 && <Notice bad>Could not load more events.</Notice>}
      {isShown && found.error && pages.length === 0 && (
        <ErrorState error={found.error} title="Failed to search the events" onRetry={() => found.refetch()}>
          {messageOf(found.error, 'Try again in a moment.')}
        </ErrorState>
      )}
      {isShown && found.isSuccess && events.length + arrived.length === 0 && (
        <EmptyState
          title="No event matches"
          actions={
            <Button size="sm" onClick={() => setHelps(true)}>
              How to search
            </Button>
          }
        >
          {unknownNames.length > 0 ? unknownNames.join(' ') : 'Remove a term, or widen the days.'}
        </EmptyState>
      )}
      {isShown && events.length + arrived.length > 0 && (
        <div className="panel flush">
          <EventsFound arrived={arrived} events={events} busy={found.isPlaceholderData} />
          <LoadMore
            hasMore={found.hasNextPage}
            busy={found.isFetchingNextPage}
            size="sm"
            onMore={() => void found.fetchNextPage()}
          />
        </div>
      )}
      <QueryHelp
        open={helps}
        onOpenChange={setHelps}
        onTry={(query) => {
          setHelps(false);
          ask(query);
        }}
      />
      <KeysHelp keys={keys} open={keysHelp} onOpenChange={setKeysHelp} />
    </>
  );
};
