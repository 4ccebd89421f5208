import type { RouteObject } from 'react-router-dom';
import { auditDesk } from '#web/auditDesk.tsx';
import { memberRoutes } from '#web/memberRoutes.tsx';
import { routes } from '#web/routes.tsx';
import { staffDesk } from '#web/staffDesk.tsx';

type Branches = Readonly<Record<string, RouteObject>>;

const withBranches = (some: readonly RouteObject[], branches: Branches): RouteObject[] =>
  some.map((route) => {
    const branch = branches[route.path ?? ''];
    if (branch) return branch;
    const { index, children } = route;
    return index || !children ? route : { ...route, children: withBranches(children, branches) };
  });

const DESKS: Branches = {
  'staff/*': { path: 'staff', children: staffDesk },
  'audit/*': { path: 'audit', children: auditDesk },
};

/** All routes at once, including those loaded later. */
export const ALL_ROUTES: RouteObject[] = withBranches(routes, {
  '*': { children: withBranches(memberRoutes, DESKS) },
});
