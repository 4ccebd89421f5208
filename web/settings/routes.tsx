import type { RouteObject } from 'react-router-dom';
import { screen } from '../routing/screen.tsx';

/** Protected, inside the main layout. */
export const settingsRoutes: RouteObject[] = [
  { path: 'settings', ...screen(async () => (await import('./Settings.tsx')).Settings) },
  {
    path: 'seller/onboarding',
    ...screen(async () => {
      const { Settings } = await import('./Settings.tsx');
      return () => <Settings first="seller" />;
    }),
  },
];
