import { SessionsCard } from './SessionsCard.tsx';

export const Security = () => (
  <div className="settings-pair">
    <SessionsCard />
  </div>
);
