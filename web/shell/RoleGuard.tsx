import { Outlet } from 'react-router-dom';
import { access } from '#domain/access/access.ts';
import { may, type Right } from '#domain/access/right.ts';
import { useUser } from '../api/session.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { ErrorState } from '../ui/States.tsx';
import { useTitle } from '../ui/useTitle.ts';

export const Forbidden = () => {
  useTitle('Sealed archives');
  return (
    <>
      <h1 className="sr-only">Sealed archives</h1>
      <ErrorState
        kind="refused"
        title="These archives are sealed to you"
        actions={
          <ButtonLink to="/listings" size="sm">
            Browse Listings
          </ButtonLink>
        }
      >
        Your account does not have the role for this page (403). If it should, ask an administrator.
      </ErrorState>
    </>
  );
};

/** Refuses before any request; the server enforces it. */
const guarding = (right: Right) => () => (may(right, useUser().roles) ? <Outlet /> : <Forbidden />);

export const CaseReaders = guarding(access.case.see.queue);
export const RoleReaders = guarding(access.role.see.holders);
export const AuditReaders = guarding(access.history.see.events);
