import type { RouteObject } from 'react-router-dom';
import { useRoutes } from 'react-router-dom';
import { askFor, screen } from './screen.tsx';

/**
 * Routes that come with the first visit of one of them: whoever goes to no place of theirs does not load what leads there. The code of
 * the screen is asked for as soon as they are here. `base`: the first part of all of their addresses; without one they are all that no other route is.
 */
export const branch = (load: () => Promise<RouteObject[]>, base?: string) => {
  const path = base === undefined ? '*' : `${base}/*`;
  let here: RouteObject[] | undefined;
  const routesOf = async () => {
    here = await load();
    return here;
  };
  const { element, handle } = screen(async () => {
    const routes = await routesOf();
    return () => useRoutes(routes);
  });
  const ask: typeof handle.ask = (location) => {
    handle.ask(location);
    // At once, or a screen that failed before would be drawn before it is asked for again.
    if (here) return askFor(here, location, base);
    routesOf().then(
      (routes) => askFor(routes, location, base),
      // said by the screen, which waits for the same
      () => undefined,
    );
  };
  return { path, element, handle: { ask } };
};
