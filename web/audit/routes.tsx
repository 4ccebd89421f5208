import type { RouteObject } from 'react-router-dom';
import { screen } from '../routing/screen.tsx';

/** Under /audit, behind the roles that read them. Nothing can be changed there. */
export const auditRoutes: RouteObject[] = [
  { path: 'streams/:stream', ...screen(async () => (await import('./stream/Stream.tsx')).Stream) },
  { path: ':list?', ...screen(async () => (await import('./Lists.tsx')).Lists) },
];
