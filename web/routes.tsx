import type { RouteObject } from 'react-router-dom';
import { accountRoutes } from './accounts/routes.tsx';
import { helpRoutes, termsRoutes } from './help/routes.tsx';
import { publicListingRoutes } from './listings/routes.tsx';
import { branch } from './routing/branch.tsx';
import { PublicShell } from './shell/PublicShell.tsx';
import { Root } from './shell/Root.tsx';
import { RouteErrors } from './shell/RouteError.tsx';

const loadMemberRoutes = async () => (await import('./memberRoutes.tsx')).memberRoutes;

/** Where a sign-in leads. */
const aheadOfMembers = { ask: () => void loadMemberRoutes().catch(() => undefined) };

/** Features meet only here and in the member routes. Each feature's routes are in its `routes.tsx`. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    children: [
      {
        element: <PublicShell />,
        children: [
          {
            element: <RouteErrors />,
            children: [...publicListingRoutes, { handle: aheadOfMembers, children: accountRoutes }, ...helpRoutes],
          },
        ],
      },
      ...termsRoutes,
      branch(loadMemberRoutes),
    ],
  },
];
