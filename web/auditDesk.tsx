import type { RouteObject } from 'react-router-dom';
import { auditRoutes } from './audit/routes.tsx';
import { screen } from './routing/screen.tsx';
import { notFound } from './shell/notFoundRoute.tsx';

/** All routes under /audit. Users without a role do not load the access rules. */
export const auditDesk: RouteObject[] = [
  { ...screen(async () => (await import('./shell/RoleGuard.tsx')).AuditReaders), children: auditRoutes },
  notFound,
];
