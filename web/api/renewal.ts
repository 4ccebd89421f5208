import type { SessionUser } from '#application/contract/accounts.ts';
import { SECOND } from '#domain/shared/instants.ts';
import { ApiError } from './ApiError.ts';
import { endOf, endSession } from './sessionEnd.ts';
import { currentSession, currentToken, setToken, takeStored } from './sessionStore.ts';
import { claimsOf, clock, isExpired } from './tokens.ts';

/** The calls of the API that renew; given by who makes them. */
export type Renewing = {
  post: <Body>(
    path: string,
    body?: unknown,
    options?: { anonymous?: boolean; keepsSession?: boolean; signal?: AbortSignal },
  ) => Promise<Body>;
};

/** The other tabs wait for it, so it ends. */
const LONGEST = 20 * SECOND;

/** A process of the release before knows no such call: then it goes on as long as its own time does. */
const isOver = ({ status }: ApiError): boolean => status === 401 || status === 404;
const endsIt = (error: ApiError): boolean => (error.status === 404 ? isExpired(currentToken() ?? '') : isOver(error));

/** One that the server has just made: it says what the time is there. */
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
  // the browser may keep the cookie of somebody else than the page shows
  if (answer.user._id !== owner) throw new ApiError('', { status: 401, statusText: '', endpoint: '' });
  return answer.token;
};

/** Of a session that no cookie is of, as of the release before, the token renews itself. */
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

/** One at a time, of all tabs; where another was first its token is taken. @throws ApiError */
const renew = (api: Renewing): Promise<void> => {
  const before = currentToken();
  const work = async () => {
    if (localStorage.getItem('token') !== before) takeStored();
    if (currentToken() === before) await askedAlone(api);
  };
  // none where the page did not come over TLS
  const locks: LockManager | null | undefined = navigator.locks;
  underWay ??= (locks ? locks.request('session', work) : work()).finally(() => {
    underWay = undefined;
  });
  return underWay;
};

/**
 * Of a token whose time is over: another one in its place, or the session is over.
 * @param how `quietly`: whoever asks ends it themself
 * @throws ApiError 401 once it is over, or that it could not be asked
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
