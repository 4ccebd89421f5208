import { BlockedPeople } from './BlockedPeople.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { DeletionCard } from './DeletionCard.tsx';
import { OwnData } from './OwnData.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { StatsCards } from './StatsCards.tsx';

export const ProfileSettings = () => (
  <>
    <StatsCards />
    <div className="settings-pair">
      <ProfileCard />
      <ChangePassword />
      <BlockedPeople />
      <OwnData />
      <DeletionCard />
    </div>
  </>
);
