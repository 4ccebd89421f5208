import { type ComponentType, lazy, type ReactNode } from 'react';
import { type Location, matchRoutes, type RouteObject } from 'react-router-dom';

type Handle = { ask: (location: Location) => void };

/** Element and handle of a route whose code comes with the first visit. One of it on two routes is one screen for both. */
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
  // What failed is asked for again by the next visit, not by each try to draw it.
  const ask = () => {
    if (!coming || failed) coming = asked();
  };
  return { element: <Screen />, handle: { ask } };
};

/** A frame and the screen in it come at the same time, not one after the other. `base`: what all of the routes stand behind. */
export const askFor = (routes: RouteObject[], location: Location, base = '/'): void => {
  for (const { route } of matchRoutes(routes, location, base) ?? [])
    (route.handle as Handle | undefined)?.ask(location);
};
