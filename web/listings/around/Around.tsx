import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Listing } from '#application/contract/listings.ts';
import type { AroundListing } from '#application/contract/sellers.ts';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { Photo } from '../../ui/Photo.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { CardSkeleton, ListingCard } from '../ListingCard.tsx';
import { LISTINGS, sellerPath } from '../listingQueries.ts';
import { forgetViewed, keepViewed, type Viewed, viewedBefore } from './recent.ts';

/** How near to the window the place has to come before it is asked for. */
const NEAR = '400px';

type Viewer = { _id: string } | undefined;

const aroundQuery = (id: string, anonymous: boolean) =>
  queryOptions({
    queryKey: [LISTINGS, 'around', id, anonymous],
    queryFn: ({ signal }) => api.get<AroundListing>(`listings/${id}/around`, { signal, anonymous }),
  });

/** Whether its reader has come near to it. */
const useNear = () => {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (near || !place.current) return;
    const watcher = new IntersectionObserver(([seen]) => seen?.isIntersecting && setNear(true), { rootMargin: NEAR });
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [near]);
  return { place, near };
};

const Strip = ({ title, beside, children }: { title: string; beside?: ReactNode; children: ReactNode }) => {
  const heading = useId();
  return (
    <section className="section" aria-labelledby={heading}>
      <div className="strip-head">
        <h2 id={heading}>{title}</h2>
        {beside}
      </div>
      <ul className="strip">{children}</ul>
    </section>
  );
};

const Cards = ({ listings, viewer }: { listings: readonly Listing[]; viewer: Viewer }) =>
  listings.map((listing) => <ListingCard key={listing._id} listing={listing} viewer={viewer} />);

const FromMarket = ({ listing, viewer }: { listing: Listing; viewer: Viewer }) => {
  const visitor = viewer === undefined;
  const around = useQuery(aroundQuery(listing._id, visitor));
  if (around.isError)
    return <ErrorState error={around.error} title="Failed to fetch listings" onRetry={() => around.refetch()} />;
  if (around.isPending)
    return (
      <ul className="strip" aria-label="Accessing the archives...">
        <CardSkeleton />
        <CardSkeleton />
        <CardSkeleton />
      </ul>
    );
  const { ofSeller, similar } = around.data;
  const all = (
    <Link to={sellerPath(listing.seller._id, visitor)} className="small">
      All from {listing.seller.username}
    </Link>
  );
  return (
    <>
      {ofSeller.length > 0 && (
        <Strip title="Other items of this seller" beside={all}>
          <Cards listings={ofSeller} viewer={viewer} />
        </Strip>
      )}
      {similar.length > 0 && (
        <Strip title="Similar ones">
          <Cards listings={similar} viewer={viewer} />
        </Strip>
      )}
    </>
  );
};

const RecentlyViewed = ({ viewed, visitor, onClear }: { viewed: Viewed[]; visitor: boolean; onClear: () => void }) => (
  <Strip
    title="Recently viewed"
    beside={
      <span className="row small muted">
        Kept in this browser only
        <Button
          size="sm"
          look="quiet"
          aria-label="Clear what was recently viewed"
          onClick={({ currentTarget }) => {
            // the button goes with the list
            currentTarget.closest<HTMLElement>('main')?.focus();
            onClear();
          }}
        >
          Clear
        </Button>
      </span>
    }
  >
    {viewed.map(({ id, title, image }) => (
      <li className="viewed" key={id}>
        <Link to={`${visitor ? '/public' : ''}/listings/${id}`}>
          <Photo image={image ?? undefined} alt="" size="thumbnail" />
          <span>{title}</span>
        </Link>
      </li>
    ))}
  </Strip>
);

/** Below a listing: what else there is, asked for once one comes near, and what was looked at before. */
export const Around = ({ listing }: { listing: Listing }) => {
  const session = useSession();
  const viewer = session.status === 'anonymous' ? undefined : session.user;
  const { place, near } = useNear();
  const [viewed, setViewed] = useState<Viewed[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a listing, whatever is asked again of it
  useEffect(() => {
    setViewed(viewedBefore().filter(({ id }) => id !== listing._id));
    keepViewed(listing);
  }, [listing._id]);
  const clear = () => {
    forgetViewed();
    setViewed([]);
  };
  return (
    <div ref={place} className="around">
      {near && <FromMarket listing={listing} viewer={viewer} />}
      {viewed.length > 0 && <RecentlyViewed viewed={viewed} visitor={viewer === undefined} onClear={clear} />}
    </div>
  );
};
