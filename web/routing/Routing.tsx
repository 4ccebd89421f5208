import { type ReactNode, Suspense, startTransition, useLayoutEffect, useMemo, useState } from 'react';
import { createPath, type RouteObject, Router, useRoutes } from 'react-router-dom';
import { type Going, GoingTo } from '../ui/going.ts';
import type { BrowserHistory } from './browserHistory.ts';
import { askFor } from './screen.tsx';
import { ScrollPlaces } from './scrollPlaces.tsx';

/** ms from a press: what is quicker than this needs no skeleton. */
const LATE = 300;

type RoutingProps = { routes: RouteObject[]; history: BrowserHistory; loading?: ReactNode };

const Screens = ({ routes }: { routes: RouteObject[] }) => useRoutes(routes);

/**
 * The library's matching, hooks and links without its data router, which weighs as much as all else of it and of which nothing was
 * used. A screen stays until the code of the next one is here, or until that is late: then RouteBoundary shows a skeleton. `loading` is
 * shown before the first.
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
  // Of where one goes only those hear who ask for it.
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
