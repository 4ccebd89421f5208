import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { LISTING_ID_REQUIRED } from '#application/contract/limits.ts';
import { ApiError } from '../../../api/ApiError.ts';
import { BackLink } from '../../../ui/BackLink.tsx';
import { ButtonLink } from '../../../ui/Button.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ErrorState, Notice } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.ts';
import { partsOf } from '../../conversationId.ts';
import { Composer } from './Composer.tsx';
import { TalkHead } from './TalkHead.tsx';
import { TalkLog } from './TalkLog.tsx';
import { useConversation } from './useConversation.ts';
import { useReading } from './useReading.ts';

const TalkSkeleton = () => (
  <div className="panel talk" role="status" aria-label="Accessing the archives...">
    <div className="talk-head">
      <div>
        <Skeleton width="14rem" height="1.4rem" />
        <Skeleton width="9rem" />
      </div>
    </div>
    <div className="talk-log">
      <Skeleton width="60%" height="4rem" />
      <div className="msg me">
        <Skeleton width="16rem" height="4rem" />
      </div>
      <Skeleton width="52%" height="6rem" />
    </div>
    <div className="composer">
      <Skeleton width="2.75rem" height="2.75rem" />
      <Skeleton height="4.25rem" />
      <Skeleton width="5rem" height="2.75rem" />
    </div>
  </div>
);

const FAILED = 'Failed to load messages';

const reasonOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 404
    ? 'This conversation does not exist, or it is not yours.'
    : 'Please try again in a moment.';

const Failure = ({ reason, ...asked }: { reason: string; error?: unknown; onRetry?: () => unknown }) => (
  <ErrorState
    title={FAILED}
    kind={asked.error ? undefined : 'refused'}
    {...asked}
    actions={
      <ButtonLink size="sm" to="/messages">
        Back to Messages
      </ButtonLink>
    }
  >
    {reason}
  </ErrorState>
);

const Talk = ({ id }: { id: string }) => {
  const { newest, older } = useConversation(id);
  const { data: log, isError } = newest;
  useReading(id, log);
  const failed = isError || older.isError;
  useEffect(() => {
    if (failed) toast.error(FAILED);
  }, [failed]);
  if (newest.isPending) return <TalkSkeleton />;
  if (!log) return <Failure reason={reasonOf(newest.error)} error={newest.error} onRetry={() => newest.refetch()} />;
  const { conversationId, otherUser, blocked } = log.conversation;
  return (
    <section className="panel talk" aria-labelledby="talk-about">
      <TalkHead head={log.conversation} id={id} />
      <TalkLog
        log={log}
        notice={failed && <Notice bad>{FAILED}</Notice>}
        loadingOlder={older.isPending}
        onOlder={() => older.mutate(log)}
      />
      <Composer id={id} conversation={conversationId} messages={log.messages} person={otherUser} blocked={blocked} />
    </section>
  );
};

export const Conversation = () => {
  const { id = '' } = useParams();
  return (
    <>
      <BackLink to="/messages">Messages</BackLink>
      <PageHeading title="Transmission Archives" />
      {partsOf(id).listingId ? <Talk key={id} id={id} /> : <Failure reason={LISTING_ID_REQUIRED} />}
    </>
  );
};
