import type { RouteObject } from 'react-router-dom';
import { useRoutes } from 'react-router-dom';
import { askFor, screen } from './screen.tsx';

/**
 * Routes that load on the first visit to one of them, with the code of the screen. `base`: their common first path
 * segment; without it, they match everything else.
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
    // Before rendering, or a screen that failed earlier would render before its retry.
    if (here) return askFor(here, location, base);
    routesOf().then(
      (routes) => askFor(routes, location, base),
      // the screen reports it: it waits for the same code
      () => undefined,
    );
  };
  return { path, element, handle: { ask } };
};
