import type { SessionUser } from '#application/contract/accounts.ts';
import { ApiError } from './ApiError.ts';
import { api, freshToken } from './client.ts';
import { forgetPosition } from './positions.ts';
import { endOf } from './sessionEnd.ts';
import { clearSession, confirmSession, currentSession, type SessionState, setUser } from './sessionStore.ts';

const unlessRefused = (error: unknown): void => {
  if (!(error instanceof ApiError)) throw error;
};

/** Ends the session here and in other tabs, even if the server cannot be reached. */
export const signOut = async (): Promise<void> => {
  // a sleeping session is renewed first, or its cookie would stay usable
  await freshToken('auth/logout', 'quietly').catch(unlessRefused);
  const told = api.post('auth/logout', undefined, { keepsSession: true }).catch(unlessRefused);
  clearSession();
  forgetPosition();
  await told;
};

const saysUnauthorized = ({ data }: ApiError): boolean => (data as { status?: unknown } | null)?.status === 401;

let verification: { of: SessionState; ended: Promise<void> } | undefined;

/** Asks the server once per page load; only a 401 body ends the session. */
export const verifySession = (): Promise<void> => {
  const session = currentSession();
  if (session.status !== 'loading') return Promise.resolve();
  if (verification?.of !== session) verification = { of: session, ended: askServer() };
  return verification.ended;
};

/** Reloads the session after an action that may have ended it; earlier answers do not count. */
export const recheckSession = async (): Promise<void> => {
  if (currentSession().status !== 'anonymous') await askServer();
};

const askServer = async (): Promise<void> => {
  try {
    const { user } = await api.get<{ user: SessionUser }>('auth/verify', { keepsSession: true });
    setUser(user);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (saysUnauthorized(error)) return clearSession(endOf(error));
  }
  confirmSession();
};

/** Fetches a new token for the session; failures other than its end change nothing. */
export const refreshSession = async (): Promise<void> => {
  await freshToken('auth/refresh', 'anyway').catch(unlessRefused);
};
