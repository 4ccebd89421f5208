import type { RouteObject } from 'react-router-dom';
import { accountRoutes } from './accounts/routes.tsx';
import { helpRoutes, termsRoutes } from './help/routes.tsx';
import { publicListingRoutes } from './listings/routes.tsx';
import { branch } from './routing/branch.tsx';
import { PublicShell } from './shell/PublicShell.tsx';
import { Root } from './shell/Root.tsx';
import { RouteErrors } from './shell/RouteError.tsx';

const loadMemberRoutes = async () => (await import('./memberRoutes.tsx')).memberRoutes;

/** Whoever signs in goes on to one of them. */
const aheadOfMembers = { ask: () => void loadMemberRoutes().catch(() => undefined) };

/** Here and in the routes of members the features meet, nowhere else. A feature's own routes stand in its `routes.tsx`. */
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
