import type { SessionUser } from '#application/contract/accounts.ts';
import type { PasskeyRequest } from '#application/contract/secondFactors.ts';
import { ApiError, messageOf } from './ApiError.ts';
import { api } from './client.ts';
import { newCommandId } from './commandId.ts';
import { setSession } from './sessionStore.ts';

const BROWSER = 'browser';

/** A permanent id of this browser: signing in without a known one sends a security email. */
const thisBrowser = (): string => {
  const name = localStorage.getItem(BROWSER) ?? newCommandId();
  localStorage.setItem(BROWSER, name);
  return name;
};

type Session = { token: string; user: SessionUser };

/** Returns the server's message, or "An unknown error occurred". Only success sets the session. */
export const signIn = async (email: string, password: string, code?: string): Promise<void> => {
  const session = await api
    .post<Session>('auth/login', { email, password, code, device: thisBrowser() }, { anonymous: true })
    .catch((error) => {
      throw withMessage(error, 'An unknown error occurred');
    });
  setSession(session.token, session.user);
};

/** Signs in with a passkey, alone or `beside` a correct password. Browser code loads on demand. */
export const signInByPasskey = async (beside?: { email: string; password: string }): Promise<void> => {
  const anonymous = { anonymous: true };
  const [{ showPasskey }, asked] = await Promise.all([
    import('./passkeys.ts'),
    api.post<PasskeyRequest>('auth/passkey/options', undefined, anonymous),
  ]);
  const arrival = { passkey: await showPasskey(asked), device: thisBrowser() };
  const session = beside
    ? await api.post<Session>('auth/login', { ...beside, ...arrival }, anonymous)
    : await api.post<Session>('auth/passkey', arrival, anonymous);
  setSession(session.token, session.user);
};

/** Creates no session: the address must be verified first. Returns the server's message, or "Registration failed". */
export const register = async (registration: object): Promise<void> => {
  await api.post('auth/register', registration, { anonymous: true }).catch((error) => {
    throw withMessage(error, 'Registration failed');
  });
};

const withMessage = (error: unknown, fallback: string): unknown =>
  error instanceof ApiError
    ? new ApiError(messageOf(error, fallback), {
        status: error.status,
        statusText: error.statusText,
        data: error.data,
        endpoint: error.endpoint,
      })
    : error;
