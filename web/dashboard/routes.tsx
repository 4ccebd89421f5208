import type { RouteObject } from 'react-router-dom';
import { screen } from '../routing/screen.tsx';

/** Protected, inside the main layout. */
export const dashboardRoutes: RouteObject[] = [
  { path: 'dashboard', ...screen(async () => (await import('./Dashboard.tsx')).Dashboard) },
];
