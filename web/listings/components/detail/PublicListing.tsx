import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { hasNothing } from '../../../api/hasNothing.ts';
import { useSession } from '../../../api/session.tsx';
import { BackLink } from '../../../ui/BackLink.tsx';
import { ButtonLink } from '../../../ui/Button.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { listingQuery } from '../../api/listingQueries.ts';
import { WatchButton } from '../watchList/WatchButton.tsx';
import { notForSale } from './availability.ts';
import { DetailSkeleton } from './DetailSkeleton.tsx';
import { ListingView } from './ListingView.tsx';

/** For visitors; members are redirected to the member page. */
export const PublicListing = () => {
  const { id = '' } = useParams();
  const session = useSession();
  const listing = useQuery({ ...listingQuery(id, { asVisitor: true }), enabled: session.status === 'anonymous' });
  if (session.status !== 'anonymous') return <Navigate to={`/listings/${id}`} replace />;
  const reason = listing.data && notForSale(listing.data);
  const login = `/login?returnUrl=${encodeURIComponent(`/public/listings/${id}`)}`;
  return (
    <main className="wrap public-detail" id="main" tabIndex={-1}>
      <BackLink to="/">All listings</BackLink>
      {listing.isPending ? (
        <DetailSkeleton />
      ) : hasNothing(listing) ? (
        <>
          <h1 className="sr-only">Listing</h1>
          <ErrorState
            error={listing.error}
            kind="failed"
            onRetry={() => listing.refetch()}
            title="Failed to fetch listing"
            actions={
              <ButtonLink size="sm" to="/">
                Return to Listings
              </ButtonLink>
            }
          >
            The listing might have been removed or is no longer available.
          </ErrorState>
        </>
      ) : (
        <ListingView
          listing={listing.data}
          visitor
          buttons={
            <>
              {reason ? (
                <p className="strong">{reason}</p>
              ) : (
                <ButtonLink look="primary" block to={login}>
                  Login to Buy
                </ButtonLink>
              )}
              {listing.data.status === 'active' && (
                <ButtonLink block to={login}>
                  Login to Contact Seller
                </ButtonLink>
              )}
              <WatchButton listing={listing.data} viewer={undefined} block />
            </>
          }
        />
      )}
    </main>
  );
};
