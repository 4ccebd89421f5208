import { Outlet } from 'react-router-dom';
import type { Role } from '#domain/shared/actor.ts';
import { useUser } from '../api/session.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { ErrorState } from '../ui/States.tsx';
import { useTitle } from '../ui/useTitle.ts';

const Forbidden = () => {
  useTitle('Sealed archives');
  return (
    <>
      <h1 className="sr-only">Sealed archives</h1>
      <ErrorState
        title="These archives are sealed to you"
        actions={
          <ButtonLink to="/listings" size="sm">
            Browse Listings
          </ButtonLink>
        }
      >
        Your account has no role that opens them (403). If it should have one, ask an administrator.
      </ErrorState>
    </>
  );
};

/** Says so before anything is asked for; the server refuses whoever comes past it. */
export const RoleGuard = ({ roles }: { roles: readonly Role[] }) =>
  useUser().roles.some((role) => roles.includes(role)) ? <Outlet /> : <Forbidden />;
