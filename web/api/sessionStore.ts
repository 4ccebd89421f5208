import type { SessionUser } from '#application/contract/accounts.ts';
import { showAppearance } from './appearance.ts';
import { forgetDrafts, forgetMessages, ownDrafts, VIEWED } from './drafts.ts';
import { isTokenOf } from './tokens.ts';

/** The server's codes, except `refused`: `sessionExpired`. After the first two, the owner still sits here. */
const ENDS = ['expired', 'refused', 'ended', 'suspended', 'reused'] as const;
/**
 * Why a session ended: expired, refused, ended elsewhere or by a new password, account suspended, or its token was
 * copied.
 */
export type SessionEnd = (typeof ENDS)[number];
export const endNamed = (name: string | null | undefined): SessionEnd | undefined => ENDS.find((end) => end === name);

/**
 * loading: being verified. `ended`: null after signing out, or without an earlier session. Shared with other tabs
 * and the next page.
 */
export type SessionState =
  | { status: 'loading'; token: string; user: SessionUser }
  | { status: 'authenticated'; token: string; user: SessionUser }
  | { status: 'anonymous'; ended: SessionEnd | null };

const TOKEN = 'token';
const USER = 'user';
const ENDED = 'ended';

/** A user id is in `_id` or `userId`. */
const parsed = (text: string | null): SessionUser | undefined => {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const user = value as SessionUser;
    return { ...user, _id: user._id ?? user.userId };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const clearStorage = (): void => {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(USER);
};

/**
 * Needs token and user, both valid and of the same account; otherwise it clears them and other accounts' drafts in
 * this tab.
 */
const fromStorage = (status: 'loading' | 'authenticated'): SessionState => {
  const token = localStorage.getItem(TOKEN);
  const user = parsed(localStorage.getItem(USER));
  if (user) forgetMessages(user._id);
  if (token && user && isTokenOf(token, user._id)) return { status, token, user };
  clearStorage();
  const ended = endNamed(localStorage.getItem(ENDED)) ?? null;
  if (!ended) forgetMessages();
  return { status: 'anonymous', ended };
};

let state: SessionState | undefined;
const listeners = new Set<() => void>();

const become = (next: SessionState): void => {
  state = next;
  for (const listener of listeners) listener();
};

/** Read once from local storage (keys `token`, `user`); `loading` until `verifySession` has asked the server. */
export const currentSession = (): SessionState => {
  state ??= fromStorage('loading');
  return state;
};

export const currentToken = (): string | undefined => {
  const session = currentSession();
  return session.status === 'anonymous' ? undefined : session.token;
};

export const onSessionChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const setSession = (token: string, user: SessionUser): void => {
  ownDrafts(user._id);
  localStorage.removeItem(ENDED);
  // Write the token last: other tabs listen for it and need the user.
  localStorage.setItem(USER, JSON.stringify(user));
  // what this tab knows may be older than another tab's choice
  if (user.appearance && !(state && 'user' in state && state.user.appearance === user.appearance))
    showAppearance(user.appearance);
  localStorage.setItem(TOKEN, token);
  become({ status: 'authenticated', token, user });
};

/** Stores the renewed token, if any: the previous release sends none. */
export const setToken = (token: string | undefined): void => {
  const session = currentSession();
  if (token !== undefined && session.status !== 'anonymous') setSession(token, session.user);
};

export const setUser = (changes: Partial<SessionUser>): void => {
  const session = currentSession();
  if (session.status !== 'anonymous') setSession(session.token, { ...session.user, ...changes });
};

export const confirmSession = (): void => {
  const session = currentSession();
  if (session.status === 'loading') become({ ...session, status: 'authenticated' });
};

/** Only signing out deletes drafts. After any other end their owner finds them again; another account deletes them. */
export const clearSession = (ended: SessionEnd | null = null): void => {
  // Write the reason first: other tabs listen for the token and need it.
  localStorage.setItem(ENDED, ended ?? '');
  clearStorage();
  // views need no sign-in to be read, and somebody else may sit here after an end from elsewhere
  if (!ended) forgetDrafts();
  else if (ENDS.indexOf(ended) > 1) localStorage.removeItem(VIEWED);
  if (ended === null) showAppearance(undefined);
  become({ status: 'anonymous', ended });
};

/** Follows another tab's appearance. */
export const takeStored = (): void => {
  const next = fromStorage('authenticated');
  if (next.status === 'anonymous' && !next.ended) forgetDrafts();
  become(next);
};

/** Follows another tab that signed in, signed out or lost its session. */
export const followOtherTabs = (): (() => void) => {
  const follow = (event: StorageEvent) => {
    if (event.key === TOKEN || event.key === null) takeStored();
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
};

/** For tests: resets to a fresh page. */
export const forgetSession = (): void => {
  state = undefined;
};
