import { partOnDemand } from '../ui/partOnDemand.tsx';
import { BlockedPeople } from './BlockedPeople.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { OwnData } from './OwnData.tsx';
import { PanelSkeleton } from './PanelSkeleton.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { StatsCards } from './StatsCards.tsx';

const EmailCard = partOnDemand(async () => (await import('./EmailCard.tsx')).EmailCard, <PanelSkeleton />);
const EmailChoices = partOnDemand(async () => (await import('./EmailChoices.tsx')).EmailChoices, <PanelSkeleton />);
const AppearanceCard = partOnDemand(
  async () => (await import('./AppearanceCard.tsx')).AppearanceCard,
  <PanelSkeleton />,
);
const DeletionCard = partOnDemand(async () => (await import('./DeletionCard.tsx')).DeletionCard, <PanelSkeleton />);

export const ProfileSettings = () => (
  <>
    <StatsCards />
    <div className="settings-pair">
      <ProfileCard />
      <ChangePassword />
      <div>
        <EmailCard />
        <AppearanceCard />
      </div>
      <EmailChoices />
      <BlockedPeople />
      <OwnData />
      <DeletionCard />
    </div>
  </>
);
