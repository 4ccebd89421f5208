import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../../api/account.ts';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { franchisesQuery } from '../../api/catalogueQueries.ts';
import { BecomeASeller } from './BecomeASeller.tsx';
import { CreateForm } from './CreateForm.tsx';
import { FormSkeleton } from './FormSkeleton.tsx';

export const CreateListing = () => {
  const profile = useQuery(profileQuery);
  const franchises = useQuery(franchisesQuery);
  if (profile.data && !profile.data.platformAgreements.feeAccepted) return <BecomeASeller />;
  return (
    <>
      <PageHeading title="Offer your Miniatures" rule={false} />
      {profile.data && franchises.data ? (
        <CreateForm franchises={franchises.data} />
      ) : profile.isError ? (
        <ErrorState title="Failed to load user profile" onRetry={() => profile.refetch()} />
      ) : franchises.isError ? (
        <ErrorState title="Failed to load franchise options. Please try again." onRetry={() => franchises.refetch()} />
      ) : (
        <FormSkeleton />
      )}
    </>
  );
};
