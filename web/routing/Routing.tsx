import { type ReactNode, Suspense, startTransition, useLayoutEffect, useMemo, useState } from 'react';
import { createPath, type RouteObject, Router, useRoutes } from 'react-router-dom';
import { type Going, GoingTo } from '../ui/going.ts';
import type { BrowserHistory } from './browserHistory.ts';
import { askFor } from './screen.tsx';
import { ScrollPlaces } from './scrollPlaces.tsx';

/** ms before a skeleton is shown. */
const LATE = 300;

type RoutingProps = { routes: RouteObject[]; history: BrowserHistory; loading?: ReactNode };

const Screens = ({ routes }: { routes: RouteObject[] }) => useRoutes(routes);

/**
 * The library's matching, hooks and links without its data router, which is as large as the rest and unused. The old
 * screen stays until the next one's code is here, or late: then RouteBoundary shows a skeleton. `loading` is shown
 * before the first screen.
 */
export const Routing = ({ routes, history, loading }: RoutingProps) => {
  const [visit, setVisit] = useState(() => {
    const first = history.visit();
    askFor(routes, first.location);
    return first;
  });
  const [going, setGoing] = useState<Going>();
  useLayoutEffect(() => {
    let here = history.visit().location.pathname;
    return history.listen((next) => {
      askFor(routes, next.location);
      const { pathname } = next.location;
      if (pathname !== here) setGoing({ path: createPath(next.location), late: false });
      here = pathname;
      startTransition(() => {
        setVisit(next);
        setGoing(undefined);
      });
    });
  }, [history, routes]);
  const path = going?.path;
  useLayoutEffect(() => {
    if (!path) return;
    const timer = setTimeout(() => setGoing((now) => now && { ...now, late: true }), LATE);
    return () => clearTimeout(timer);
  }, [path]);
  // Only subscribers of the next location re-render.
  const screens = useMemo(
    () => (
      <Router navigator={history} location={visit.location} navigationType={visit.action}>
        <Suspense fallback={loading}>
          <Screens routes={routes} />
          <ScrollPlaces history={history} visit={visit} />
        </Suspense>
      </Router>
    ),
    [routes, history, visit, loading],
  );
  return <GoingTo value={going}>{screens}</GoingTo>;
};
