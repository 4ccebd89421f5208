import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Listing } from '#application/contract/listings.ts';
import type { AroundListing } from '#application/contract/sellerPages.ts';
import { api } from '../../../api/client.ts';
import { hasNothing } from '../../../api/hasNothing.ts';
import { useSession } from '../../../api/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { Photo } from '../../../ui/Photo.tsx';
import { Price } from '../../../ui/Price.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { LISTINGS, sellerPath } from '../../api/listingQueries.ts';
import { AllInPrice } from '../price/AllInPrice.tsx';
import { forgetViewed, keepViewed, type Viewed, viewedBefore, viewedOf } from './recent.ts';

/** Load when the section is this close to the viewport. */
const NEAR = '400px';

const aroundQuery = (id: string, anonymous: boolean) =>
  queryOptions({
    queryKey: [LISTINGS, 'around', id, anonymous],
    queryFn: ({ signal }) => api.get<AroundListing>(`listings/${id}/around`, { signal, anonymous }),
  });

/** Whether the reader has scrolled near the section. */
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

type BesideProps = { of: Viewed; visitor: boolean; children?: ReactNode };

/** Smaller than a card and without buttons, which the listing page already has. */
const Beside = ({ of: { id, title, image }, visitor, children }: BesideProps) => (
  <li className="beside">
    <Link to={`${visitor ? '/public' : ''}/listings/${id}`}>
      <Photo image={image ?? undefined} alt="" size="thumbnail" placeholder="" />
      <span>{title}</span>
    </Link>
    {children}
  </li>
);

const Offers = ({ listings, visitor }: { listings: readonly Listing[]; visitor: boolean }) =>
  listings.map((listing) => (
    <Beside key={listing._id} of={viewedOf(listing)} visitor={visitor}>
      <p className="card-top">
        <Price euros={listing.price} />
        <span className="card-facts">{listing.condition}</span>
      </p>
      <AllInPrice listing={listing} />
    </Beside>
  ));

const FromMarket = ({ listing, visitor }: { listing: Listing; visitor: boolean }) => {
  const around = useQuery(aroundQuery(listing._id, visitor));
  if (hasNothing(around))
    return <ErrorState error={around.error} title="Failed to fetch listings" onRetry={() => around.refetch()} />;
  if (around.isPending)
    return (
      <ul className="strip" aria-label="Accessing the archives...">
        {[1, 2, 3].map((place) => (
          <li key={place}>
            <Skeleton ratio="4 / 3" />
          </li>
        ))}
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
        <Strip title="More from this seller" beside={all}>
          <Offers listings={ofSeller} visitor={visitor} />
        </Strip>
      )}
      {similar.length > 0 && (
        <Strip title="Similar miniatures">
          <Offers listings={similar} visitor={visitor} />
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
        Saved in this browser only
        <Button
          size="sm"
          look="quiet"
          aria-label="Clear recently viewed"
          onClick={({ currentTarget }) => {
            // the button disappears with the list
            currentTarget.closest<HTMLElement>('main')?.focus();
            onClear();
          }}
        >
          Clear
        </Button>
      </span>
    }
  >
    {viewed.map((one) => (
      <Beside key={one.id} of={one} visitor={visitor} />
    ))}
  </Strip>
);

/** Below a listing: similar listings, loaded on approach, and recently viewed ones. */
export const Around = ({ listing }: { listing: Listing }) => {
  const visitor = useSession().status === 'anonymous';
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
      {near && <FromMarket listing={listing} visitor={visitor} />}
      {viewed.length > 0 && <RecentlyViewed viewed={viewed} visitor={visitor} onClear={clear} />}
    </div>
  );
};
