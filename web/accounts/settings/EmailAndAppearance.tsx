import { AppearanceCard } from './AppearanceCard.tsx';
import { EmailCard } from './EmailCard.tsx';

/** One below the other, and one file of the build: the panel of the profile is at the bound of its weight. */
export const EmailAndAppearance = () => (
  <>
    <EmailCard />
    <AppearanceCard />
  </>
);
