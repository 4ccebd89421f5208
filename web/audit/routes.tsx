import type { RouteObject } from 'react-router-dom';

/** Behind the roles that read them. Nothing can be changed there. */
export const auditRoutes: RouteObject[] = [
  { path: 'audit', lazy: async () => ({ Component: (await import('./Search.tsx')).Search }) },
  { path: 'audit/streams/:stream', lazy: async () => ({ Component: (await import('./stream/Stream.tsx')).Stream }) },
  { path: 'audit/ledger', lazy: async () => ({ Component: (await import('./ledger/Ledger.tsx')).Ledger }) },
];
