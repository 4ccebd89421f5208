import { type ApiError, serverCode } from './ApiError.ts';
import { forgetPosition } from './positions.ts';
import { clearSession, currentToken, endNamed, type SessionEnd } from './sessionStore.ts';
import { isExpired } from './tokens.ts';

/** The login page with a way back. */
export const loginPath = (here: { pathname: string; search: string }): string =>
  `/login?returnUrl=${encodeURIComponent(here.pathname + here.search)}`;

let goTo: (path: string) => void = (path) => window.location.assign(path);

/** Set by the router, to navigate without a page load. */
export const navigateWith = (navigate: (path: string) => void): void => {
  goTo = navigate;
};

/** The code of a 401. */
export const endOf = (error: ApiError): SessionEnd => {
  const token = currentToken();
  const said = endNamed(serverCode(error)?.replace('session', '').toLowerCase());
  return said ?? (token && isExpired(token) ? 'expired' : 'refused');
};

/** The session ended without a sign-out: forget it and ask to sign in. */
export const endSession = (ended: SessionEnd): void => {
  clearSession(ended);
  forgetPosition();
  if (window.location.pathname !== '/login') goTo(loginPath(window.location));
};
