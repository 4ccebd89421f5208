import type { RouteObject } from 'react-router-dom';
import { screen } from '../routing/screen.tsx';

/** Under /staff, behind the roles that read them; what may be done there is asked of the server. */
export const staffRoutes: RouteObject[] = [
  { index: true, ...screen(async () => (await import('./queue/Queue.tsx')).Queue) },
  { path: 'cases/:id', ...screen(async () => (await import('./case/CaseScreen.tsx')).CaseScreen) },
  { path: 'accounts', ...screen(async () => (await import('./people/Accounts.tsx')).Accounts) },
  {
    path: 'accounts/:id',
    ...screen(async () => (await import('./people/AccountScreen.tsx')).AccountScreen),
  },
  { path: 'reports/:of?', ...screen(async () => (await import('./reports/Reports.tsx')).Reports) },
];

export const roleRoutes: RouteObject[] = [
  { path: 'roles', ...screen(async () => (await import('./roles/Roles.tsx')).Roles) },
];
