import { useSearchParams } from 'react-router-dom';
import { PageHeading } from '../ui/PageHeading.tsx';
import { TabPanel, Tabs } from '../ui/Tabs.tsx';
import { BlockedPeople } from './BlockedPeople.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { DeletionCard } from './DeletionCard.tsx';
import { OwnData } from './OwnData.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { SellerAccount } from './SellerAccount.tsx';
import { ShippingPreferences } from './ShippingPreferences.tsx';
import { StatsCards } from './StatsCards.tsx';
import { type SettingsTab, TABS, tabFrom } from './tab.ts';

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
          <SellerAccount />
        </TabPanel>
        <TabPanel value="shipping">
          <ShippingPreferences />
        </TabPanel>
      </Tabs>
    </>
  );
};
