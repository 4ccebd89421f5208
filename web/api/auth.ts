import type { SessionUser } from '#application/contract/accounts.ts';
import { ApiError } from './ApiError.ts';
import { api } from './client.ts';
import { forgetPosition } from './positions.ts';
import { endOf, endSession } from './sessionEnd.ts';
import { clearSession, confirmSession, currentSession, type SessionState, setToken, setUser } from './sessionStore.ts';

/** Ends the session here and in the other tabs even when the server cannot be told. */
export const signOut = async (): Promise<void> => {
  const told = api.post('auth/logout', undefined, { keepsSession: true }).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
  clearSession();
  forgetPosition();
  await told;
};

const saysUnauthorized = ({ data }: ApiError): boolean => (data as { status?: unknown } | null)?.status === 401;

let verification: { of: SessionState; ended: Promise<void> } | undefined;

/** Asks the server once a page load; only an answer whose body says 401 ends the session. */
export const verifySession = (): Promise<void> => {
  const session = currentSession();
  if (session.status !== 'loading') return Promise.resolve();
  if (verification?.of !== session) verification = { of: session, ended: askServer() };
  return verification.ended;
};

/** Whose session this is, or that it has ended, after something that may have ended it: what was asked before does not count. */
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

/** A new token for the same session; a failure other than 401 leaves the session as it is. */
export const refreshSession = async (): Promise<void> => {
  if (currentSession().status === 'anonymous') return;
  try {
    const answer = await api.post<{ token: string } | undefined>('auth/refresh', undefined, { keepsSession: true });
    if (answer) setToken(answer.token);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) endSession(endOf(error));
  }
};
