import type { RouteObject } from 'react-router-dom';
import { screen } from './routing/screen.tsx';
import { notFound } from './shell/notFoundRoute.tsx';

/** Under /staff, guarded by reading rights; the server decides on actions. */
const staffRoutes: RouteObject[] = [
  { index: true, ...screen(async () => (await import('./transactions/components/cases/queue/Queue.tsx')).Queue) },
  {
    path: 'cases/:id',
    ...screen(async () => (await import('./transactions/components/cases/case/CaseScreen.tsx')).CaseScreen),
  },
  { path: 'accounts', ...screen(async () => (await import('./accounts/components/people/Accounts.tsx')).Accounts) },
  {
    path: 'accounts/:id',
    ...screen(async () => (await import('./accounts/components/people/AccountScreen.tsx')).AccountScreen),
  },
  { path: 'reports/:of?', ...screen(async () => (await import('./moderation/components/desk/Reports.tsx')).Reports) },
];

const roleRoutes: RouteObject[] = [
  { path: 'roles', ...screen(async () => (await import('./accounts/components/roles/Roles.tsx')).Roles) },
];

/** Users without a role do not load the access rules. */
const guard = (name: 'CaseReaders' | 'RoleReaders') =>
  screen(async () => (await import('./shell/RoleGuard.tsx'))[name]);

export const staffDesk: RouteObject[] = [
  { ...guard('CaseReaders'), children: staffRoutes },
  { ...guard('RoleReaders'), children: roleRoutes },
  notFound,
];
