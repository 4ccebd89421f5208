import type { Location, RouteObject } from 'react-router-dom';
import { screen } from '../../routing/screen.tsx';
import { PANELS } from '../components/settings/panels.ts';
import { type SettingsTab, tabFrom } from '../components/settings/tab.ts';

/** Requests the screen together with the panel that the URL names. */
const settings = (first: SettingsTab) => {
  const { element, handle } = screen(async () => {
    const { Settings } = await import('../components/settings/Settings.tsx');
    return () => <Settings first={first} />;
  });
  const ask = (location: Location) => {
    handle.ask(location);
    PANELS[tabFrom(new URLSearchParams(location.search).get('tab'), first)].handle.ask(location);
  };
  return { element, handle: { ask } };
};

/** Protected, inside the main layout. */
export const settingsRoutes: RouteObject[] = [
  { path: 'settings', ...settings('profile') },
  { path: 'seller/onboarding', ...settings('seller') },
];
