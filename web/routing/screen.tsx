import { type ComponentType, lazy, type ReactNode } from 'react';
import { type Location, matchRoutes, type RouteObject } from 'react-router-dom';

type Handle = { ask: (location: Location) => void };

/** Element and handle of a route whose code loads on the first visit. Shared by two routes, it stays one screen. */
export const screen = (load: () => Promise<ComponentType>): { element: ReactNode; handle: Handle } => {
  let coming: ComponentType | undefined;
  let failed = false;
  const asked = (): ComponentType => {
    failed = false;
    const code = load();
    code.catch(() => {
      failed = true;
    });
    return lazy(async () => ({ default: await code }));
  };
  const Screen = () => {
    coming ??= asked();
    const Part = coming;
    return <Part />;
  };
  // A new visit retries a failed load; a re-render does not.
  const ask = () => {
    if (!coming || failed) coming = asked();
  };
  return { element: <Screen />, handle: { ask } };
};

/** Loads a frame and its screen in parallel. `base`: the common path of the routes. */
export const askFor = (routes: RouteObject[], location: Location, base = '/'): void => {
  for (const { route } of matchRoutes(routes, location, base) ?? [])
    (route.handle as Handle | undefined)?.ask(location);
};
