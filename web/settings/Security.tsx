import { SecondFactorCard } from './SecondFactorCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';

export const Security = () => (
  <div className="settings-pair">
    <SecondFactorCard />
    <SessionsCard />
  </div>
);
