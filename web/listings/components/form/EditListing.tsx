import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { messageOf } from '../../../api/ApiError.ts';
import { hasNothing } from '../../../api/hasNothing.ts';
import { useUser } from '../../../api/session.tsx';
import { ButtonLink } from '../../../ui/Button.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.ts';
import { franchisesQuery } from '../../api/catalogueQueries.ts';
import { listingQuery } from '../../api/listingQueries.ts';
import { EditForm } from './EditForm.tsx';
import { FormSkeleton } from './FormSkeleton.tsx';

/** Only active listings can be edited; others lead back to My Listings. */
const NotActive = () => {
  const navigate = useNavigate();
  useEffect(() => {
    toast.error('Only active listings can be edited');
    navigate('/listings/my-listings', { replace: true });
  }, [navigate]);
  return <FormSkeleton />;
};

export const EditListing = () => {
  const { id = '' } = useParams();
  const viewer = useUser();
  const listing = useQuery({ ...listingQuery(id), refetchOnWindowFocus: false });
  const franchises = useQuery(franchisesQuery);
  const back = (
    <ButtonLink size="sm" to="/listings/my-listings">
      My Listings
    </ButtonLink>
  );
  if (listing.data && listing.data.seller._id !== viewer._id) return <Navigate to={`/listings/${id}`} replace />;
  return (
    <>
      <PageHeading title="Edit Listing" rule={false} />
      {hasNothing(listing) ? (
        <ErrorState
          title={messageOf(listing.error, 'Failed to fetch listing')}
          actions={back}
          onRetry={() => listing.refetch()}
        />
      ) : hasNothing(franchises) ? (
        <ErrorState
          title="Failed to load franchise options. Please try again."
          actions={back}
          onRetry={() => franchises.refetch()}
        />
      ) : listing.isPending || franchises.isPending ? (
        <FormSkeleton />
      ) : listing.data.status === 'active' ? (
        <EditForm listing={listing.data} franchises={franchises.data} />
      ) : (
        <NotActive />
      )}
    </>
  );
};
