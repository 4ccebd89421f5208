import { AppearanceCard } from './AppearanceCard.tsx';
import { EmailCard } from './EmailCard.tsx';

/** One file of the build, because the profile panel is at its weight limit. */
export const EmailAndAppearance = () => (
  <>
    <EmailCard />
    <AppearanceCard />
  </>
);
