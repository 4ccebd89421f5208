import type { RouteObject } from 'react-router-dom';
import { screen } from './routing/screen.tsx';
import { notFound } from './shell/notFoundRoute.tsx';
import { roleRoutes, staffRoutes } from './staff/routes.tsx';

/** Whoever has no role does not load who may see what. */
const guard = (name: 'CaseReaders' | 'RoleReaders') =>
  screen(async () => (await import('./shell/RoleGuard.tsx'))[name]);

/** All under /staff. */
export const staffDesk: RouteObject[] = [
  { ...guard('CaseReaders'), children: staffRoutes },
  { ...guard('RoleReaders'), children: roleRoutes },
  notFound,
];
