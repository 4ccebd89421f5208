import { createContext, type ReactNode, useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import { refreshSession, verifySession } from './auth.ts';
import { queryClient } from './queryClient.ts';
import { currentSession, followOtherTabs, onSessionChange, type SessionState } from './sessionStore.ts';
import { REFRESH_INTERVAL } from './tokens.ts';

const SessionContext = createContext<SessionState | undefined>(undefined);

const idOf = (session: SessionState): string | undefined =>
  session.status === 'anonymous' ? undefined : session.user._id;

/** Verifies the stored session at start, renews it, and clears cached data when the account changes. */
export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const session = useSyncExternalStore(onSessionChange, currentSession);
  useEffect(() => {
    void verifySession();
    return followOtherTabs();
  }, []);
  const signedIn = session.status !== 'anonymous';
  useEffect(() => {
    if (!signedIn) return;
    const timer = setInterval(() => void refreshSession(), REFRESH_INTERVAL);
    return () => clearInterval(timer);
  }, [signedIn]);
  const who = idOf(session);
  const before = useRef(who);
  useEffect(() => {
    const was = before.current;
    before.current = who;
    if (was === who) return;
    if (!was || !who) queryClient.removeQueries({ type: 'inactive' });
    // refetch what is on screen for the new account: cancelled queries would never resolve
    void queryClient.resetQueries();
  }, [who]);
  return <SessionContext value={session}>{children}</SessionContext>;
};

export const useSession = (): SessionState => {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession must be used within a SessionProvider');
  return session;
};

/** The signed-in user; for screens behind the guard. */
export const useUser = () => {
  const session = useSession();
  if (session.status === 'anonymous') throw new Error('useUser must be used within the guard');
  return session.user;
};
