import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Listing } from '#application/contract/listings.ts';
import type { WatchedListing } from '#application/contract/watchList.ts';
import { hasNothing } from '../../../api/hasNothing.ts';
import { useUser } from '../../../api/session.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { shortDay } from '../../../ui/dates.ts';
import { centsOf, formatCents } from '../../../ui/money.ts';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { watchListQuery } from '../../api/watchQueries.ts';
import { CardSkeleton, ListingCard } from '../ListingCard.tsx';
import { setWatched } from './setWatched.ts';
import { ToldOfLinks } from './ToldOfLinks.tsx';

/** The price change since it was watched. */
const sinceThen = ({ priceThen, watchedAt }: WatchedListing, { price, status }: Listing): string => {
  const since = shortDay(watchedAt);
  const change = centsOf(price) - centsOf(priceThen);
  if (status !== 'active' || change === 0) return `Watched since ${since}`;
  return `${formatCents(Math.abs(change))} ${change < 0 ? 'less' : 'more'} than on ${since}`;
};

/** The listing was removed, so no details are available. */
const Gone = ({ watched: { listingId, watchedAt } }: { watched: WatchedListing }) => {
  const client = useQueryClient();
  const remove = async (button: HTMLButtonElement) => {
    const main = button.closest<HTMLElement>('[tabindex="-1"]');
    if (!(await setWatched(listingId, false, client))) return;
    main?.focus();
    client.setQueryData(
      watchListQuery.queryKey,
      (list) => list && { ...list, watched: list.watched.filter((one) => one.listingId !== listingId) },
    );
  };
  const since = shortDay(watchedAt);
  return (
    <li className="card watch-gone">
      <div className="card-body">
        <h3 className="card-title">No longer for sale</h3>
        <p className="card-all-in">The seller or our staff removed it. You had watched it since {since}.</p>
      </div>
      <div className="card-actions">
        <Button
          size="sm"
          aria-label={`Remove the item you watched since ${since} that is no longer for sale`}
          onClick={({ currentTarget }) => remove(currentTarget)}
        >
          Remove
        </Button>
      </div>
    </li>
  );
};

const Loading = () => (
  <ul className="grid-cards" aria-label="Loading the watch list…">
    <CardSkeleton />
    <CardSkeleton />
    <CardSkeleton />
  </ul>
);

const Watched = ({ watched }: { watched: readonly WatchedListing[] }) => {
  const viewer = useUser();
  return (
    <ul className="grid-cards">
      {watched.map((one) =>
        one.listing ? (
          <ListingCard
            key={one.listingId}
            listing={one.listing}
            viewer={viewer}
            badge={one.listing.status === 'sold' ? <Badge tone="off">Sold</Badge> : undefined}
            note={sinceThen(one, one.listing)}
          />
        ) : (
          <Gone key={one.listingId} watched={one} />
        ),
      )}
    </ul>
  );
};

/** The watch list, newest first. */
export const WatchList = () => {
  const list = useQuery(watchListQuery);
  return (
    <>
      <PageHeading
        title="Watch list"
        actions={
          list.data && list.data.watched.length > 0 ? (
            <p className="small muted" role="status">
              {list.data.watched.length} of {list.data.most}
            </p>
          ) : undefined
        }
      />
      <ToldOfLinks here="/watching" />
      {list.isPending ? (
        <Loading />
      ) : hasNothing(list) ? (
        <ErrorState error={list.error} title="Failed to load your watch list" onRetry={() => list.refetch()} />
      ) : list.data.watched.length === 0 ? (
        <EmptyState
          title="You are not watching anything yet."
          actions={
            <ButtonLink size="sm" to="/listings">
              Browse Listings
            </ButtonLink>
          }
        >
          Tap the eye on a listing and we will tell you when the price drops, it sells, or it is back.
        </EmptyState>
      ) : (
        <>
          <h2 className="sr-only">Watched items</h2>
          <Watched watched={list.data.watched} />
        </>
      )}
    </>
  );
};
