import { useInfiniteQuery } from '@tanstack/react-query';
import { ApiError } from '../../../api/ApiError.ts';
import { useUser } from '../../../api/session.tsx';
import { ButtonLink } from '../../../ui/Button.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState, Notice } from '../../../ui/States.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { conversationsQuery, withoutRepeats } from '../../api/conversations.ts';
import { ConversationCard } from './ConversationCard.tsx';

const ListSkeleton = () => (
  <div className="panel flush talks" role="status" aria-label="Accessing the archives...">
    {[1, 2, 3, 4].map((card) => (
      <div key={card} className="talk-card">
        <div className="talk-photo">
          <Skeleton ratio="4 / 3" />
        </div>
        <div className="talk-what">
          <Skeleton width="55%" height="1.4rem" />
          <Skeleton width="35%" />
          <Skeleton width="80%" />
        </div>
      </div>
    ))}
  </div>
);

/** Says if the answer has a wrong shape; does not show the server's own message. */
const loadFailure = (error: unknown): string =>
  error instanceof ApiError || !(error instanceof Error) ? 'Please try again later.' : error.message;

const Conversations = () => {
  const { _id: viewer } = useUser();
  const now = useNow();
  const { data, error, isPending, refetch, ...more } = useInfiniteQuery(conversationsQuery);
  if (isPending) return <ListSkeleton />;
  if (!data)
    return (
      <ErrorState error={error} title="Failed to load conversations" onRetry={() => refetch()}>
        {loadFailure(error)}
      </ErrorState>
    );
  const conversations = withoutRepeats(data.pages);
  if (conversations.length === 0)
    return (
      <EmptyState
        title="Your communication archives are empty."
        actions={
          <ButtonLink size="sm" to="/listings">
            Browse Listings
          </ButtonLink>
        }
      >
        Message a seller from a listing, and the conversation appears here.
      </EmptyState>
    );
  return (
    <>
      {error && (
        <div className="mb-4">
          <Notice bad>Failed to load conversations. Please try again later.</Notice>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reachable by keyboard */}
      <section className="panel flush talks" aria-label="Conversations" tabIndex={0}>
        <ul>
          {conversations.map((conversation) => (
            <ConversationCard key={conversation.conversationId} conversation={conversation} viewer={viewer} now={now} />
          ))}
        </ul>
        <LoadMore
          className="talks-more"
          size="sm"
          hasMore={more.hasNextPage}
          busy={more.isFetchingNextPage}
          busyText="Loading..."
          onMore={() => more.fetchNextPage()}
        />
      </section>
    </>
  );
};

export const Messages = () => (
  <>
    <PageHeading title="Transmission Archives" />
    <Conversations />
  </>
);
