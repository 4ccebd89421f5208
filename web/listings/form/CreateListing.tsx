import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../api/account.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { partOnDemand } from '../../ui/partOnDemand.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { franchisesQuery } from '../catalogueQueries.ts';
import { CreateForm } from './CreateForm.tsx';
import { FormSkeleton } from './FormSkeleton.tsx';

/** Few who come here have not accepted the terms. */
const BecomeASeller = partOnDemand(async () => (await import('./BecomeASeller.tsx')).BecomeASeller, <FormSkeleton />);

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
