import { partOnDemand } from '../../ui/partOnDemand.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { PanelSkeleton } from './PanelSkeleton.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { StatsCards } from './StatsCards.tsx';

const EmailAndAppearance = partOnDemand(
  async () => (await import('./EmailAndAppearance.tsx')).EmailAndAppearance,
  <PanelSkeleton />,
);
const EmailChoices = partOnDemand(async () => (await import('./EmailChoices.tsx')).EmailChoices, <PanelSkeleton />);
const BlockedPeople = partOnDemand(async () => (await import('./BlockedPeople.tsx')).BlockedPeople, <PanelSkeleton />);
const OwnData = partOnDemand(async () => (await import('./OwnData.tsx')).OwnData, <PanelSkeleton />);
const DeletionCard = partOnDemand(async () => (await import('./DeletionCard.tsx')).DeletionCard, <PanelSkeleton />);

export const ProfileSettings = () => (
  <>
    <StatsCards />
    <div className="settings-pair">
      <ProfileCard />
      <ChangePassword />
      <EmailAndAppearance />
      <EmailChoices />
      <BlockedPeople />
      <OwnData />
      <DeletionCard />
    </div>
  </>
);
