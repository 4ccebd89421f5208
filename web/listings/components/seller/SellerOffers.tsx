import { useInfiniteQuery } from '@tanstack/react-query';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { withoutRepeats } from '../../api/browseQueries.ts';
import { sellerOffersQuery } from '../../api/sellerQueries.ts';
import { CardSkeleton, ListingCard } from '../ListingCard.tsx';

type OffersProps = { id: string; viewer: { _id: string } | undefined };

export const SellerOffers = ({ id, viewer }: OffersProps) => {
  const offers = useInfiniteQuery(sellerOffersQuery(id, viewer === undefined));
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = offers;
  const failure = error && (
    <ErrorState error={error} title="Failed to fetch listings" onRetry={() => (data ? fetchNextPage() : refetch())} />
  );
  if (!data)
    return (
      failure || (
        <ul className="grid-cards" aria-label="Accessing the archives...">
          <CardSkeleton />
          <CardSkeleton />
          <CardSkeleton />
        </ul>
      )
    );
  const listings = withoutRepeats(data.pages);
  const total = data.pages.at(-1)?.total ?? 0;
  if (listings.length === 0) return <EmptyState title="Nothing for sale at the moment." />;
  return (
    <>
      <ul className="grid-cards">
        {listings.map((listing) => (
          <ListingCard key={listing._id} listing={listing} viewer={viewer} />
        ))}
      </ul>
      <LoadMore hasMore={hasNextPage} busy={isFetchingNextPage} onMore={() => fetchNextPage()} before={failure}>
        <p role="status">
          Showing {listings.length} of {total}
        </p>
      </LoadMore>
    </>
  );
};
