import type { RouteObject } from 'react-router-dom';

/** Protected, inside the main layout. */
export const settingsRoutes: RouteObject[] = [
  { path: 'settings', lazy: async () => ({ Component: (await import('./Settings.tsx')).Settings }) },
  {
    path: 'seller/onboarding',
    lazy: async () => {
      const { Settings } = await import('./Settings.tsx');
      return { element: <Settings first="seller" /> };
    },
  },
];
