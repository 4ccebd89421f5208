import type { RouteObject } from 'react-router-dom';
import { screen } from '../routing/screen.tsx';

/** Behind the roles that read them. Nothing can be changed there. */
export const auditRoutes: RouteObject[] = [
  { path: 'audit/streams/:stream', ...screen(async () => (await import('./stream/Stream.tsx')).Stream) },
  { path: 'audit/:list?', ...screen(async () => (await import('./Lists.tsx')).Lists) },
];
