import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../../api/account.ts';
import { ErrorState } from '../../../ui/States.tsx';
import { AddressCard } from './AddressCard.tsx';
import { PanelSkeleton } from './PanelSkeleton.tsx';
import { RatesCard } from './RatesCard.tsx';

/** Everyone has an address; sellers also have rates. */
export const ShippingPreferences = () => {
  const profile = useQuery(profileQuery);
  if (profile.isPending) return <PanelSkeleton />;
  if (!profile.data)
    return (
      <ErrorState error={profile.error} title="Failed to load shipping preferences" onRetry={() => profile.refetch()} />
    );
  return (
    <div className="settings-pair">
      <AddressCard profile={profile.data} />
      {profile.data.platformAgreements.feeAccepted && <RatesCard profile={profile.data} />}
    </div>
  );
};
