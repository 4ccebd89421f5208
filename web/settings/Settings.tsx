import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PageHeading } from '../ui/PageHeading.tsx';
import { TabPanel, Tabs } from '../ui/Tabs.tsx';
import { BlockedPeople } from './BlockedPeople.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { DeletionCard } from './DeletionCard.tsx';
import { OwnData } from './OwnData.tsx';
import { PanelSkeleton } from './PanelSkeleton.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { StatsCards } from './StatsCards.tsx';
import { type SettingsTab, TABS, tabFrom } from './tab.ts';

const SellerAccount = lazy(async () => ({ default: (await import('./SellerAccount.tsx')).SellerAccount }));
const ShippingPreferences = lazy(async () => ({
  default: (await import('./ShippingPreferences.tsx')).ShippingPreferences,
}));

/** `first`: the tab when the address names none; any other value shows the profile. */
export const Settings = ({ first = 'profile' }: { first?: SettingsTab }) => {
  const [search, setSearch] = useSearchParams();
  const tab = tabFrom(search.get('tab'), first);
  return (
    <>
      <PageHeading title="Account Settings" rule={false} />
      <Tabs label="Settings" tabs={TABS} value={tab} onChange={(value) => setSearch({ tab: value })}>
        <TabPanel value="profile">
          <StatsCards />
          <div className="settings-pair">
            <ProfileCard />
            <ChangePassword />
            <BlockedPeople />
            <OwnData />
            <DeletionCard />
          </div>
        </TabPanel>
        <TabPanel value="seller">
          <Suspense fallback={<PanelSkeleton />}>
            <SellerAccount />
          </Suspense>
        </TabPanel>
        <TabPanel value="shipping">
          <Suspense fallback={<PanelSkeleton />}>
            <ShippingPreferences />
          </Suspense>
        </TabPanel>
      </Tabs>
    </>
  );
};
