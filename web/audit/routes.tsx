import type { RouteObject } from 'react-router-dom';
import { screen } from '../routing/screen.tsx';

/** Behind the roles that read them. Nothing can be changed there. */
export const auditRoutes: RouteObject[] = [
  { path: 'audit', ...screen(async () => (await import('./Search.tsx')).Search) },
  { path: 'audit/streams/:stream', ...screen(async () => (await import('./stream/Stream.tsx')).Stream) },
  { path: 'audit/log', ...screen(async () => (await import('../proof/onDemand.ts')).Log) },
  { path: 'audit/ledger', ...screen(async () => (await import('./ledger/Ledger.tsx')).Ledger) },
];
