import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import type { AuditStream } from '#application/contract/audit.ts';
import type { EventFilter } from '#domain/audit/eventRow.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { streamQuery } from '../../../api/histories.ts';
import type { ShownEvent } from '../../../transparency/checkedHistory.ts';
import type { HistorySealProps } from '../../../transparency/HistorySeal.tsx';
import { historyQuery } from '../../../transparency/historyQuery.ts';
import { SealBadge } from '../../../transparency/SealBadge.tsx';
import type { Seal } from '../../../transparency/sealText.ts';
import { BackLink } from '../../../ui/BackLink.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { TransactionBundle } from '../../../ui/bundle.tsx';
import { Link } from '../../../ui/Link.tsx';
import { LoadFailure } from '../../../ui/LoadFailure.tsx';
import { partOnDemand } from '../../../ui/partOnDemand.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ErrorState, Notice } from '../../../ui/States.tsx';
import { TableSkeleton } from '../../../ui/TableRegion.tsx';
import { useTitle } from '../../../ui/useTitle.ts';
import { transactionAtQuery } from '../../api/auditQueries.ts';
import { categoryWord } from '../../categories.ts';
import { CauseAndEffect } from '../effects/CauseAndEffect.tsx';
import { EventTable } from './EventTable.tsx';
import { Replay } from './Replay.tsx';
import { StateAt } from './StateAt.tsx';
import { transactionOf } from './transactionOf.ts';

const HistorySeal = partOnDemand<HistorySealProps>(
  async () => (await import('../../../transparency/onDemand.ts')).HistorySeal,
  <Skeleton height="12rem" />,
);

/** Below the fold. */
const TransactionPath = partOnDemand<{ events: readonly string[] }>(
  async () => (await import('../../../chart/TransactionPath.tsx')).TransactionPath,
  <Skeleton height="40rem" />,
);

type HeadProps = { stream: string; first: AuditStream; seal: Seal | undefined; isChecking: boolean };

const Head = ({ stream, first, seal, isChecking }: HeadProps) => {
  const [category = ''] = stream.split('-');
  const { transactionId, item } = (first.events[0]?.data ?? {}) as { transactionId?: string; item?: { title: string } };
  const title = transactionId ? `Sale ${transactionId}` : `${categoryWord(category)}: history`;
  useTitle(title);
  const transaction = transactionOf(stream);
  return (
    <div className="page-head">
      <div>
        <div className="row">
          <span className="mono muted break-all">{stream}</span>
          <SealBadge seal={seal} isPending={isChecking} />
          {first.masked && <Badge tone="off">Personal data masked</Badge>}
        </div>
        <h1>{title}</h1>
        {item?.title && <p className="wrap-anywhere">{item.title}</p>}
      </div>
      {transaction && (
        <div className="row">
          <Link to={`/audit/ledger?sale=${transaction}`}>Ledger of the sale</Link>
          <Link to={`/staff/cases/${transaction}`}>Case</Link>
        </div>
      )}
    </div>
  );
};

/** `?at=` holds the replayed revision, so a moment can be shared; default is the last one. */
const useReplay = (last: number) => {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('at');
  const wanted = asked === null ? last : Number(asked);
  const revision = Number.isInteger(wanted) ? Math.min(Math.max(0, wanted), last) : last;
  const go = useCallback(
    (to: number) =>
      setSearch(
        (before) => {
          before.set('at', String(to));
          return before;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  return { revision, go };
};

const OfTransaction = ({ sale: transaction, revision }: { sale: string; revision: number }) => {
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(transactionAtQuery(transaction, revision));
  if (isPending) return <Skeleton height="24rem" />;
  if (!data)
    return (
      <ErrorState error={error} title="Failed to replay the sale" onRetry={() => refetch()}>
        {messageOf(error, 'Only the state after this event could not be loaded.')}
      </ErrorState>
    );
  return <StateAt at={data} busy={isPlaceholderData} />;
};

const findLater = async (stream: string, shown: readonly ShownEvent[]) =>
  (await import('../../../transparency/onDemand.ts')).findOut(stream, shown);

const NONE: readonly AuditStream[] = [];
const UNFILTERED: EventFilter = { text: '', actor: '', type: '' };

/** The events as the rows show them; opened personal data is not included. */
const shownIn = (pages: readonly AuditStream[]): ShownEvent[] =>
  pages.flatMap(({ events }) =>
    events.map(({ revision, type, id, recordedAt, actor, hash, data }) => {
      return { revision, type, id, recordedAt, actor, hash, data };
    }),
  );

const History = ({ stream }: { stream: string }) => {
  const history = useInfiniteQuery(streamQuery(stream));
  const [filter, setFilter] = useState(UNFILTERED);
  const isFiltered = Object.values(filter).some(Boolean);
  const filtered = useInfiniteQuery({ ...streamQuery(stream, filter), enabled: isFiltered });
  const pages = history.data?.pages ?? NONE;
  const filteredPages = (isFiltered && filtered.data?.pages) || NONE;
  const matching = isFiltered ? filteredPages : pages;
  const [first] = pages;
  const shown = useMemo(() => shownIn([...pages, ...filteredPages]), [pages, filteredPages]);
  const { data: finding, isPending: isChecking } = useQuery({
    ...historyQuery(stream, shown, findLater),
    enabled: first !== undefined,
  });
  const totalCount = first?.totalCount ?? 1;
  const { revision, go } = useReplay(totalCount - 1);
  if (history.isPending) return <TableSkeleton />;
  if (!first) return <Failure error={history.error} onRetry={() => void history.refetch()} />;
  const events = pages.flatMap((page) => page.events);
  const transaction = transactionOf(stream);
  const listed = isFiltered ? filtered : history;
  const table = (
    <EventTable
      stream={stream}
      whole={first}
      events={matching.flatMap((page) => page.events)}
      matchCount={matching[0]?.matchCount}
      filter={filter}
      onFilter={setFilter}
      finding={finding}
      isChecking={isChecking}
      at={transaction ? revision : undefined}
      onReplay={transaction ? go : undefined}
      failure={
        isFiltered && filtered.isError ? { error: filtered.error, retry: () => void filtered.refetch() } : undefined
      }
      more={{
        has: listed.hasNextPage,
        busy: listed.isFetchingNextPage,
        load: () => void listed.fetchNextPage(),
      }}
    />
  );
  return (
    <>
      <Head stream={stream} first={first} seal={finding?.seal} isChecking={isChecking} />
      {first.quarantine && (
        <div className="mt-4">
          <Notice bad>
            In quarantine since event {first.quarantine.revision} ({first.quarantine.event}): {first.quarantine.reason}
          </Notice>
        </div>
      )}
      {!first.verification.intact && (
        <div className="mt-4">
          <Notice bad>
            The marketplace’s own check fails from event {first.verification.revision} on: {first.verification.reason}
          </Notice>
        </div>
      )}
      <div className="mt-4">
        <HistorySeal stream={stream} shown={shown} revision={revision} />
      </div>
      {transaction ? (
        <>
          <Replay
            revision={revision}
            last={totalCount - 1}
            event={events.find((event) => event.revision === revision)}
            onChange={go}
          />
          <div className="case replayed">
            <div>{table}</div>
            <div>
              <OfTransaction sale={transaction} revision={revision} />
              <div className="mt-4">
                <CauseAndEffect stream={stream} revision={revision} />
              </div>
              <div className="mt-4">
                <TransactionBundle sale={transaction} />
              </div>
            </div>
          </div>
          {events.length > revision && (
            <div className="way-of-sale">
              <TransactionPath events={events.slice(0, revision + 1).map(({ type }) => type)} />
            </div>
          )}
        </>
      ) : (
        <div className="mt-4">{table}</div>
      )}
    </>
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

export const Stream = () => {
  const { stream = '' } = useParams();
  return (
    <>
      <BackLink to="/audit">Audit trail</BackLink>
      <History key={stream} stream={stream} />
    </>
  );
};
