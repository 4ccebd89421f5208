import type { SessionUser } from '#application/contract/accounts.ts';
import { SECOND } from '#domain/shared/instants.ts';
import { ApiError } from './ApiError.ts';
import { endOf, endSession } from './sessionEnd.ts';
import { currentSession, currentToken, setToken, takeStored } from './sessionStore.ts';
import { claimsOf, clock, isExpired } from './tokens.ts';

/** The API calls for renewal, injected by the client. */
export type Renewing = {
  post: <Body>(
    path: string,
    body?: unknown,
    options?: { anonymous?: boolean; keepsSession?: boolean; signal?: AbortSignal },
  ) => Promise<Body>;
};

/** Other tabs wait for the lock, so it has a time limit. */
const LONGEST = 20 * SECOND;

/** A process of the previous release lacks this call; the session then lasts as long as its token. */
const isOver = ({ status }: ApiError): boolean => status === 401 || status === 404;
const endsIt = (error: ApiError): boolean => (error.status === 404 ? isExpired(currentToken() ?? '') : isOver(error));

/** A new token also tells the server's time. */
const take = (token: string): void => {
  const made = claimsOf(token)?.iat;
  if (typeof made === 'number') clock.ahead = Date.now() - made * SECOND;
  setToken(token);
};

const byCookie = async (api: Renewing, owner: string): Promise<string> => {
  const signal = AbortSignal.timeout(LONGEST);
  const answer = await api
    .post<{ token: string; user: SessionUser }>('auth/resume', {}, { anonymous: true, signal })
    .catch((error: unknown) => {
      if (!signal.aborted) throw error;
      throw new ApiError('The archives do not answer. Please try again.', { status: 0, statusText: '', endpoint: '' });
    });
  // the cookie may belong to another account than the page shows
  if (answer.user._id !== owner) throw new ApiError('', { status: 401, statusText: '', endpoint: '' });
  return answer.token;
};

/** Sessions of the previous release have no cookie; their token renews itself. */
const askedAlone = async (api: Renewing): Promise<void> => {
  const session = currentSession();
  if (session.status === 'anonymous') return;
  try {
    take(await byCookie(api, session.user._id));
  } catch (error) {
    if (!(error instanceof ApiError) || !isOver(error) || isExpired(session.token)) throw error;
    const answer = await api.post<{ token: string } | undefined>('auth/refresh', undefined, { keepsSession: true });
    if (answer) take(answer.token);
  }
};

let underWay: Promise<void> | undefined;

/**
 * One renewal at a time across all tabs; a token from another tab is reused.
 * @throws ApiError
 */
const renew = (api: Renewing): Promise<void> => {
  const before = currentToken();
  const work = async () => {
    if (localStorage.getItem('token') !== before) takeStored();
    if (currentToken() === before) await askedAlone(api);
  };
  // unavailable without TLS
  const locks: LockManager | null | undefined = navigator.locks;
  underWay ??= (locks ? locks.request('session', work) : work()).finally(() => {
    underWay = undefined;
  });
  return underWay;
};

/**
 * Replaces an expired token or ends the session.
 * @param how `quietly`: the caller ends it
 * @throws ApiError 401 if the session is over, or that the server is unreachable
 */
export const renewOrEnd = async (api: Renewing, endpoint: string, how?: 'anyway' | 'quietly'): Promise<void> => {
  try {
    await renew(api);
  } catch (error) {
    if (how === 'quietly' || !(error instanceof ApiError) || !endsIt(error)) throw error;
    endSession(endOf(error));
    const message = 'Session expired. Please log in again.';
    throw new ApiError(message, { status: 401, statusText: 'Unauthorized', data: error.data, endpoint });
  }
};
