import { useInfiniteQuery } from '@tanstack/react-query';
import { useUser } from '../../api/session.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { EmptyState, ErrorState, Notice } from '../../ui/States.tsx';
import { useNow } from '../../ui/useNow.ts';
import { conversationsQuery, withoutRepeats } from '../conversations.ts';
import { ConversationCard } from './ConversationCard.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import { loadFailure } from './loadFailure.ts';

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
