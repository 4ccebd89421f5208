import { PasskeysCard } from './PasskeysCard.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { WhoReadCard } from './WhoReadCard.tsx';

export const Security = () => (
  <div className="settings-pair">
    <SecondFactorCard />
    <PasskeysCard />
    <SessionsCard />
    <WhoReadCard />
  </div>
);
