import { type ReactNode, Suspense, startTransition, useLayoutEffect, useState } from 'react';
import { type RouteObject, Router, useRoutes } from 'react-router-dom';
import type { BrowserHistory } from './browserHistory.ts';
import { askFor } from './screen.tsx';
import { ScrollPlaces } from './scrollPlaces.tsx';

type RoutingProps = { routes: RouteObject[]; history: BrowserHistory; loading?: ReactNode };

const Screens = ({ routes }: { routes: RouteObject[] }) => useRoutes(routes);

/**
 * The library's matching, hooks and links without its data router, which weighs as much as all else of it and of which nothing was
 * used. A screen stays until the code of the next one is here; `loading` is shown before the first.
 */
export const Routing = ({ routes, history, loading }: RoutingProps) => {
  const [visit, setVisit] = useState(() => {
    const first = history.visit();
    askFor(routes, first.location);
    return first;
  });
  useLayoutEffect(
    () =>
      history.listen((next) => {
        askFor(routes, next.location);
        startTransition(() => setVisit(next));
      }),
    [history, routes],
  );
  return (
    <Router navigator={history} location={visit.location} navigationType={visit.action}>
      <Suspense fallback={loading}>
        <Screens routes={routes} />
        <ScrollPlaces history={history} visit={visit} />
      </Suspense>
    </Router>
  );
};
