import type { RouteObject } from 'react-router-dom';

/** Behind the roles that read them; what may be done there is asked of the server. */
export const staffRoutes: RouteObject[] = [
  { path: 'staff', lazy: async () => ({ Component: (await import('./queue/Queue.tsx')).Queue }) },
  { path: 'staff/cases/:id', lazy: async () => ({ Component: (await import('./case/CaseScreen.tsx')).CaseScreen }) },
  { path: 'staff/accounts', lazy: async () => ({ Component: (await import('./people/Accounts.tsx')).Accounts }) },
  {
    path: 'staff/accounts/:id',
    lazy: async () => ({ Component: (await import('./people/AccountScreen.tsx')).AccountScreen }),
  },
  { path: 'staff/reports', lazy: async () => ({ Component: (await import('./reports/Reports.tsx')).Reports }) },
];

export const roleRoutes: RouteObject[] = [
  { path: 'staff/roles', lazy: async () => ({ Component: (await import('./roles/Roles.tsx')).Roles }) },
];
