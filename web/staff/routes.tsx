import type { RouteObject } from 'react-router-dom';
import { screen } from '../routing/screen.tsx';

/** Behind the roles that read them; what may be done there is asked of the server. */
export const staffRoutes: RouteObject[] = [
  { path: 'staff', ...screen(async () => (await import('./queue/Queue.tsx')).Queue) },
  { path: 'staff/cases/:id', ...screen(async () => (await import('./case/CaseScreen.tsx')).CaseScreen) },
  { path: 'staff/accounts', ...screen(async () => (await import('./people/Accounts.tsx')).Accounts) },
  {
    path: 'staff/accounts/:id',
    ...screen(async () => (await import('./people/AccountScreen.tsx')).AccountScreen),
  },
  { path: 'staff/reports/:of?', ...screen(async () => (await import('./reports/Reports.tsx')).Reports) },
];

export const roleRoutes: RouteObject[] = [
  { path: 'staff/roles', ...screen(async () => (await import('./roles/Roles.tsx')).Roles) },
];
