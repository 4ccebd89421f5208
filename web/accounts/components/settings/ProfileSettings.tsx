import { partOnDemand } from '../../../ui/partOnDemand.tsx';
import { BlockedPeople } from './BlockedPeople.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { EmailChoices } from './EmailChoices.tsx';
import { PanelSkeleton } from './PanelSkeleton.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { StatsCards } from './StatsCards.tsx';

const EmailAndAppearance = partOnDemand(
  async () => (await import('./EmailAndAppearance.tsx')).EmailAndAppearance,
  <PanelSkeleton />,
);
const DataAndDeletion = partOnDemand(
  async () => (await import('./DataAndDeletion.tsx')).DataAndDeletion,
  <PanelSkeleton />,
);

export const ProfileSettings = () => (
  <>
    <StatsCards />
    <div className="settings-pair">
      <ProfileCard />
      <ChangePassword />
      <EmailAndAppearance />
      <EmailChoices />
      <BlockedPeople />
      <DataAndDeletion />
    </div>
  </>
);
