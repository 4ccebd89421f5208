import type { RouteObject } from 'react-router-dom';

/** Protected, inside the main layout. */
export const dashboardRoutes: RouteObject[] = [
  { path: 'dashboard', lazy: async () => ({ Component: (await import('./Dashboard.tsx')).Dashboard }) },
];
