import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { messageOf } from '../../../api/ApiError.ts';
import { hasNothing } from '../../../api/hasNothing.ts';
import { useSession } from '../../../api/session.tsx';
import { BackLink } from '../../../ui/BackLink.tsx';
import { ButtonLink } from '../../../ui/Button.tsx';
import { countryInSentence } from '../../../ui/countries.ts';
import { monthAndYear } from '../../../ui/dates.ts';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { partOnDemand } from '../../../ui/partOnDemand.tsx';
import { Rating } from '../../../ui/Rating.tsx';
import { Skeleton, SkeletonLines } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { sellerPath } from '../../api/listingQueries.ts';
import { sellerQuery } from '../../api/sellerQueries.ts';
import { SellerOffers } from './SellerOffers.tsx';

const Figures = partOnDemand(async () => (await import('./Figures.tsx')).Figures, <SkeletonLines lines={2} />);
const Reviews = partOnDemand(async () => (await import('./Reviews.tsx')).Reviews, <SkeletonLines lines={3} />);

type Viewer = { _id: string } | undefined;

const Waiting = () => (
  <div className="section" role="status" aria-label="Accessing the archives...">
    <Skeleton width="16rem" height="2.75rem" />
    <SkeletonLines lines={2} />
    <Skeleton height="8rem" />
  </div>
);

const Page = ({ id, viewer }: { id: string; viewer: Viewer }) => {
  const seller = useQuery(sellerQuery(id, viewer === undefined));
  const all = viewer ? '/listings' : '/';
  if (seller.isPending) return <Waiting />;
  if (hasNothing(seller))
    return (
      <>
        <h1 className="sr-only">Seller</h1>
        <ErrorState
          error={seller.error}
          title="This seller cannot be shown"
          onRetry={() => seller.refetch()}
          actions={
            <ButtonLink size="sm" to={all}>
              Return to Listings
            </ButtonLink>
          }
        >
          {messageOf(seller.error, 'Please try again in a moment.')}
        </ErrorState>
      </>
    );
  const { username, country, joinDate, reputation, ratingCount, figures } = seller.data;
  return (
    <>
      <PageHeading
        title={username}
        lead={`Sells from ${countryInSentence(country)}. Member since ${monthAndYear(joinDate)}.`}
        rule={false}
        actions={<Rating reputation={reputation} ratingCount={ratingCount} />}
      />
      <section className="section" aria-labelledby="figures">
        <h2 id="figures">At a glance</h2>
        <Figures figures={figures} />
      </section>
      <section className="section" aria-labelledby="on-offer">
        <h2 id="on-offer">On offer now</h2>
        <SellerOffers id={id} viewer={viewer} />
      </section>
      <section className="section" aria-labelledby="reviews">
        <h2 id="reviews">Reviews from buyers</h2>
        <Reviews id={id} viewer={viewer} />
      </section>
    </>
  );
};

/** For visitors; members are redirected to the member page. */
export const Seller = () => {
  const { id = '' } = useParams();
  const session = useSession();
  const visiting = useLocation().pathname.startsWith('/public/');
  const viewer = session.status === 'anonymous' ? undefined : session.user;
  if (!visiting)
    return (
      <>
        <BackLink to="/listings">Sacred Repository</BackLink>
        <Page id={id} viewer={viewer} />
      </>
    );
  if (viewer) return <Navigate to={sellerPath(id, false)} replace />;
  return (
    <main className="wrap public-detail" id="main" tabIndex={-1}>
      <BackLink to="/">All listings</BackLink>
      <Page id={id} viewer={undefined} />
    </main>
  );
};
