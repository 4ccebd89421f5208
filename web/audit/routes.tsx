import type { RouteObject } from 'react-router-dom';
import { screen } from '../routing/screen.tsx';

/** Read-only routes under /audit, for roles with access. */
export const auditRoutes: RouteObject[] = [
  { path: 'streams/:stream', ...screen(async () => (await import('./components/workbench/Workbench.tsx')).Workbench) },
  { path: ':list?', ...screen(async () => (await import('./components/Lists.tsx')).Lists) },
];
