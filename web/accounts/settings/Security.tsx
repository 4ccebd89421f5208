import { partOnDemand } from '../../ui/partOnDemand.tsx';
import { PanelSkeleton } from './PanelSkeleton.tsx';

const SecondFactorCard = partOnDemand(
  async () => (await import('./SecondFactorCard.tsx')).SecondFactorCard,
  <PanelSkeleton />,
);
const PasskeysCard = partOnDemand(async () => (await import('./PasskeysCard.tsx')).PasskeysCard, <PanelSkeleton />);
const SessionsCard = partOnDemand(async () => (await import('./SessionsCard.tsx')).SessionsCard, <PanelSkeleton />);
const WhoReadCard = partOnDemand(async () => (await import('./WhoReadCard.tsx')).WhoReadCard, <PanelSkeleton />);

export const Security = () => (
  <div className="settings-pair">
    <SecondFactorCard />
    <PasskeysCard />
    <SessionsCard />
    <WhoReadCard />
  </div>
);
