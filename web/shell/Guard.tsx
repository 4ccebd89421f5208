import { useEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../api/session.tsx';
import { loginPath } from '../api/sessionEnd.ts';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';

/**
 * Shows a loader while the session is verified. Visitors and expired sessions go to the login page, which leads
 * back; after signing out, here or in another tab, home.
 */
export const Guard = () => {
  const session = useSession();
  const location = useLocation();
  const wasSignedIn = useRef(false);
  const signedIn = session.status === 'authenticated';
  useEffect(() => {
    if (signedIn) wasSignedIn.current = true;
  }, [signedIn]);
  if (session.status !== 'anonymous') return signedIn ? <Outlet /> : <LoadingScreen />;
  if (session.ended) return <Navigate to={loginPath(location)} replace />;
  if (wasSignedIn.current) return <Navigate to="/" replace />;
  return <Navigate to="/login" replace state={{ from: location }} />;
};
