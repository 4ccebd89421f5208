import type { RouteObject } from 'react-router-dom';
import { auditRoutes } from './audit/routes.tsx';
import { screen } from './routing/screen.tsx';
import { notFound } from './shell/notFoundRoute.tsx';

/** All under /audit. Whoever has no role does not load who may see what. */
export const auditDesk: RouteObject[] = [
  { ...screen(async () => (await import('./shell/RoleGuard.tsx')).AuditReaders), children: auditRoutes },
  notFound,
];
