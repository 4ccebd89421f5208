import { type ApiError, serverCode } from './ApiError.ts';
import { forgetPosition } from './positions.ts';
import { clearSession, currentToken, endNamed, type SessionEnd } from './sessionStore.ts';
import { isExpired } from './tokens.ts';

/** Where to sign in again, and then come back to. */
export const loginPath = (here: { pathname: string; search: string }): string =>
  `/login?returnUrl=${encodeURIComponent(here.pathname + here.search)}`;

let goTo: (path: string) => void = (path) => window.location.assign(path);

/** The router gives its own navigation here, so that the page is not loaded anew. */
export const navigateWith = (navigate: (path: string) => void): void => {
  goTo = navigate;
};

/** What a 401 says of the session that it refuses. */
export const endOf = (error: ApiError): SessionEnd => {
  const token = currentToken();
  const said = endNamed(serverCode(error)?.replace('session', '').toLowerCase());
  return said ?? (token && isExpired(token) ? 'expired' : 'refused');
};

/** The session is over although nobody signed out: forget it and ask for the credentials again. */
export const endSession = (ended: SessionEnd): void => {
  clearSession(ended);
  forgetPosition();
  if (window.location.pathname !== '/login') goTo(loginPath(window.location));
};
