import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useSession } from '../../api/session.tsx';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { HOME } from '../returnUrl.ts';

/** Redirects signed-in readers away from registration and password recovery. */
export const VisitorOnly = ({ children }: { children: ReactNode }) => {
  const { status } = useSession();
  if (status === 'loading') return <LoadingScreen />;
  return status === 'authenticated' ? <Navigate to={HOME} replace /> : children;
};
