import { Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { TabPanel, Tabs } from '../../../ui/Tabs.tsx';
import { PanelSkeleton } from './PanelSkeleton.tsx';
import { PANELS } from './panels.ts';
import { StatsSkeleton } from './StatsSkeleton.tsx';
import { type SettingsTab, TABS, tabFrom } from './tab.ts';

const ProfileSkeleton = () => (
  <>
    <StatsSkeleton />
    <div className="settings-pair">
      <PanelSkeleton />
      <PanelSkeleton />
    </div>
  </>
);

/** `first`: the tab if the URL names none. An unknown tab shows the profile. */
export const Settings = ({ first = 'profile' }: { first?: SettingsTab }) => {
  const [search, setSearch] = useSearchParams();
  const tab = tabFrom(search.get('tab'), first);
  return (
    <>
      <PageHeading title="Account Settings" rule={false} />
      <Tabs label="Settings" tabs={TABS} value={tab} onChange={(value) => setSearch({ tab: value })}>
        {TABS.map(({ value }) => (
          <TabPanel key={value} value={value}>
            <Suspense fallback={value === 'profile' ? <ProfileSkeleton /> : <PanelSkeleton />}>
              {PANELS[value].element}
            </Suspense>
          </TabPanel>
        ))}
      </Tabs>
    </>
  );
};
