import { forgetPosition } from './positions.ts';
import { clearSession } from './sessionStore.ts';

/** Where to sign in again, and then come back to. */
export const loginPath = (here: { pathname: string; search: string }): string =>
  `/login?returnUrl=${encodeURIComponent(here.pathname + here.search)}`;

let goTo: (path: string) => void = (path) => window.location.assign(path);

/** The router gives its own navigation here, so that the page is not loaded anew. */
export const navigateWith = (navigate: (path: string) => void): void => {
  goTo = navigate;
};

/** The session is over although nobody signed out: forget it and ask for the credentials again. */
export const endSession = (): void => {
  clearSession({ expired: true });
  forgetPosition();
  if (window.location.pathname !== '/login') goTo(loginPath(window.location));
};
