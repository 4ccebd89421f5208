import { screen } from '../../../routing/screen.tsx';
import type { SettingsTab } from './tab.ts';

/** Each tab loads its own code. */
export const PANELS: Record<SettingsTab, ReturnType<typeof screen>> = {
  profile: screen(async () => (await import('./ProfileSettings.tsx')).ProfileSettings),
  seller: screen(async () => (await import('./SellerAccount.tsx')).SellerAccount),
  shipping: screen(async () => (await import('./ShippingPreferences.tsx')).ShippingPreferences),
  security: screen(async () => (await import('./Security.tsx')).Security),
};
