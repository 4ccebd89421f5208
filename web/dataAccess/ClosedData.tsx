import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MASK } from '#domain/access/mask.ts';
import { partiesIn } from '#domain/audit/dataSubjects.ts';
import { eventInWords } from '#domain/notifications/accessLogText.ts';
import { messageOf } from '../api/ApiError.ts';
import { streamQuery } from '../api/histories.ts';
import { Button } from '../ui/Button.tsx';
import { dateTime } from '../ui/dates.ts';
import { Panel } from '../ui/Panel.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { ErrorState } from '../ui/States.tsx';
import { Opening } from './Opening.tsx';

const Openable = ({ stream }: { stream: string }) => {
  const history = useInfiniteQuery(streamQuery(stream));
  if (history.isPending) return <SkeletonLines lines={4} />;
  const pages = history.data?.pages;
  if (!pages)
    return (
      <ErrorState error={history.error} title="Failed to load what can be opened" onRetry={() => history.refetch()}>
        {messageOf(history.error, 'Nothing has been opened.')}
      </ErrorState>
    );
  const events = pages.flatMap((page) => page.events);
  const between = partiesIn(events[0]);
  const closed = events.filter(({ openable }) => openable.length > 0);
  return (
    <>
      {closed.length === 0 && <p className="muted">There is nothing here that you can open.</p>}
      <ol>
        {closed.map((event) => (
          <li key={event.id} className="said">
            <p className="said-head">
              <b className="strong">{eventInWords(event.type)}</b>
              <time className="muted" dateTime={event.recordedAt}>
                {dateTime(event.recordedAt)}
              </time>
            </p>
            <Opening event={event} between={between} />
          </li>
        ))}
      </ol>
      {history.hasNextPage && (
        <Button
          size="sm"
          busy={history.isFetchingNextPage}
          busyText="Loading..."
          onClick={() => void history.fetchNextPage()}
        >
          Load More
        </Button>
      )}
    </>
  );
};

/** Masked data of the given streams; loads when the reader asks for it. */
export const ClosedData = ({ streams }: { streams: readonly string[] }) => {
  const [wanted, setWanted] = useState(false);
  return (
    <Panel title="You do not have access">
      {wanted ? (
        streams.map((stream) => <Openable key={stream} stream={stream} />)
      ) : (
        <div className="form-grid">
          <p className="muted">
            The texts marked {MASK} on this page are hidden from you. To read one, open it below and give a reason. The
            person concerned sees who opened it, and why.
          </p>
          <div>
            <Button onClick={() => setWanted(true)}>Show what can be opened</Button>
          </div>
        </div>
      )}
    </Panel>
  );
};
