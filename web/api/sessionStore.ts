import type { SessionUser } from '#application/contract/accounts.ts';
import { showAppearance } from './appearance.ts';
import { forgetDrafts, forgetMessages, ownDrafts } from './drafts.ts';
import { isTokenOf } from './tokens.ts';

/** All but `refused` as the server’s codes say them: `sessionExpired`. */
const ENDS = ['expired', 'refused', 'ended', 'suspended', 'reused'] as const;
/** Why a session is over: its time, the server's refusal, that it was ended on another device or by a new password, with the right to sign in, or because there was a copy of it. */
export type SessionEnd = (typeof ENDS)[number];
export const endNamed = (name: string | null | undefined): SessionEnd | undefined => ENDS.find((end) => end === name);

/** loading: the stored session is being verified. `ended`: null after signing out, and where none has been. The other tabs, and the next page, say the same. */
export type SessionState =
  | { status: 'loading'; token: string; user: SessionUser }
  | { status: 'authenticated'; token: string; user: SessionUser }
  | { status: 'anonymous'; ended: SessionEnd | null };

const TOKEN = 'token';
const USER = 'user';
const ENDED = 'ended';

/** Their owner only has to sign in again; where it was ended from elsewhere, another may sit here by now. */
const keepsDrafts = (ended: SessionEnd | null): boolean => ended === 'expired' || ended === 'refused';

/** A person's id stands in `_id` or in `userId`. */
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

/** Both parts or nothing: half a session is cleared away, and so are a token that cannot be read, one of somebody else, and what others wrote in this tab, which may have slept when they left. */
const fromStorage = (status: 'loading' | 'authenticated'): SessionState => {
  const token = localStorage.getItem(TOKEN);
  const user = parsed(localStorage.getItem(USER));
  if (user) forgetMessages(user._id);
  if (token && user && isTokenOf(token, user._id)) return { status, token, user };
  clearStorage();
  const ended = endNamed(localStorage.getItem(ENDED)) ?? null;
  if (!keepsDrafts(ended)) forgetMessages();
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
  // The token last: other tabs listen for it, and must find its user there already.
  localStorage.setItem(USER, JSON.stringify(user));
  // what this tab knew already may be older than what another has chosen
  if (user.appearance && !(state && 'user' in state && state.user.appearance === user.appearance))
    showAppearance(user.appearance);
  localStorage.setItem(TOKEN, token);
  become({ status: 'authenticated', token, user });
};

/** The session’s next one; a process of the release before has none to give. */
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

/** Who only has to sign in again finds what they were writing, and nobody else does; who signs out leaves nothing behind. */
export const clearSession = (ended: SessionEnd | null = null): void => {
  // The reason first: other tabs listen for the token, and must find why it is gone.
  localStorage.setItem(ENDED, ended ?? '');
  clearStorage();
  if (!keepsDrafts(ended)) forgetDrafts();
  if (ended === null) showAppearance(undefined);
  become({ status: 'anonymous', ended });
};

/** What another tab has kept, or taken away. */
export const takeStored = (): void => {
  const next = fromStorage('authenticated');
  if (next.status === 'anonymous' && !keepsDrafts(next.ended)) forgetDrafts();
  become(next);
};

/** Another tab signed in or out, or its session ended: this one follows. */
export const followOtherTabs = (): (() => void) => {
  const follow = (event: StorageEvent) => {
    if (event.key === TOKEN || event.key === null) takeStored();
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
};

/** For tests: as after a fresh start of the page. */
export const forgetSession = (): void => {
  state = undefined;
};
