import { useQuery } from '@tanstack/react-query';
import { TERMS } from '#domain/transactions/termWords.ts';
import { profileQuery } from '../../api/account.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { franchisesQuery } from '../catalogueQueries.ts';
import { CreateForm } from './CreateForm.tsx';
import { FormSkeleton } from './FormSkeleton.tsx';

/** Shown instead of the form until the seller terms are accepted. */
const BecomeASeller = () => (
  <>
    <PageHeading title="Create New Listing" rule={false} />
    <Panel title="Become a Seller" className="max-w-2xl">
      <div className="form-grid">
        <p>
          To offer your own miniatures you need to become a seller by accepting our seller terms. Listing is free; you
          are paid in full when the buyer confirms arrival or {TERMS.escrow} after shipment.
        </p>
        <div>
          <ButtonLink look="primary" to="/settings?tab=seller">
            Become a Seller
          </ButtonLink>
        </div>
      </div>
    </Panel>
  </>
);

export const CreateListing = () => {
  const profile = useQuery(profileQuery);
  const franchises = useQuery(franchisesQuery);
  if (profile.data && !profile.data.platformAgreements.feeAccepted) return <BecomeASeller />;
  return (
    <>
      <PageHeading title="Offer your Miniatures" rule={false} />
      {profile.isError ? (
        <ErrorState title="Failed to load user profile" onRetry={() => profile.refetch()} />
      ) : franchises.isError ? (
        <ErrorState title="Failed to load franchise options. Please try again." onRetry={() => franchises.refetch()} />
      ) : profile.isPending || franchises.isPending ? (
        <FormSkeleton />
      ) : (
        <CreateForm franchises={franchises.data} />
      )}
    </>
  );
};
